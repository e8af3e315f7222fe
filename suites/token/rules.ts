import type { Requirement } from '../catalogue/types.ts'

/** The one-hour token. */
export const token = {
  'token.bearer': {
    level: 'must',
    statement: 'A token sent as `Authorization: Bearer <token>` opens the user list.',
    source: {
      section: 'Endpoints',
      quote: 'The token is then sent as `Authorization: Bearer <ACCESS_TOKEN>` on resource requests',
    },
    also: [{ section: 'Authentication', quote: 'header `Authorization: Bearer <ACCESS_TOKEN>`' }],
    reading: 'A token from either path family opens the list of each family that the server has.',
  },
  'token.many-uses': {
    level: 'must',
    statement: 'Within its hour a token may be used any number of times.',
    source: {
      section: 'States and transitions',
      quote: 'described as single-use-style with an expiry: after expiry it is void',
    },
    reading:
      '“Single-use-style” is read as a throw-away credential with an end, not as one that a first use spends: the rules send it on resource requests, in the plural, and only its expiry makes it void.',
  },
  'token.works-for-hour': {
    level: 'must',
    statement: 'A token works for one hour from its issue.',
    source: { section: 'Limits', quote: 'Token validity | 1 hour' },
    also: [
      { section: 'Token response', quote: 'token | string | bearer token, valid for 1 hour' },
      { section: 'Authentication', quote: '1 hour, then void' },
    ],
    reading:
      'Judged on a token that no earlier login answered, until 30 seconds before the hour; or on one that logins answer again, where it still works more than an hour after the last of them. The measured lifetime is reported to the second.',
  },
  'token.void-after-hour': {
    level: 'must',
    statement: 'An hour after its issue a token no longer opens any user list.',
    source: { section: 'States and transitions', quote: 'the token no longer authenticates requests' },
    also: [{ section: 'Authentication', quote: '1 hour, then void' }],
    reading: 'Judged from 30 seconds after the hour, beside a younger credential that is accepted.',
  },
  'token.stays-void': {
    level: 'must',
    statement: 'A void token stays void: neither later requests nor a later login revive it.',
    source: { section: 'States and transitions', quote: 'after expiry it is void' },
    reading: 'A later login that answers the same text issues it again, and its hour starts over.',
  },
  'token.fixed-hour': {
    level: 'must',
    statement: 'Neither use of a token nor a login that answers another one lengthens or shortens its hour.',
    source: {
      section: 'States and transitions',
      quote: 'token valid | time passes | 1 hour after issue | token expired',
    },
    reading: 'The hour is counted from the issue, so nothing after it moves its end.',
  },
  'token.same-text': {
    level: 'must',
    statement:
      'Where logins answer the same token again, it works until an hour after the first such answer and is void an hour after the last.',
    source: {
      section: 'States and transitions',
      quote: 'token valid | time passes | 1 hour after issue | token expired',
    },
    reading:
      'Whether a login answers a token that is still alive, and whether that counts as a new issue, is not shown; both are accepted, so between the two hours nothing is judged.',
  },
  'token.not-token-scheme': {
    level: 'should',
    statement: 'A one-hour token sent with the scheme word `Token` opens no user list.',
    source: { section: 'Private token', quote: 'Sent with the scheme word `Token` (not `Bearer`)' },
    reading:
      'The sentence keeps the two scheme words apart for the private token; that the other token is bound to its own word is our conclusion.',
  },
} as const satisfies Record<`token.${string}`, Requirement>
