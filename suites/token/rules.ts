import { type Requirement, under } from '../rule.ts'

/** The one-hour token. */
export const token = {
  'token.bearer': {
    level: 'must',
    statement: 'A token sent as `Authorization: Bearer <token>` gives access to the user list.',
    source: under(
      'Endpoints',
      'The token is then sent as `Authorization: Bearer <ACCESS_TOKEN>` on resource requests',
    ),
    also: [under('Authentication', 'header `Authorization: Bearer <ACCESS_TOKEN>`')],
    reading: 'A token from either path family gives access to the list of each family that the server has.',
  },
  'token.many-uses': {
    level: 'must',
    statement: 'Within its hour, a token may be used any number of times.',
    source: under(
      'States and transitions',
      'described as single-use-style with an expiry: after expiry it is void',
    ),
    reading:
      '“Single-use-style” is read as a disposable credential that expires, not as one that its first use invalidates: the rules send it on resource requests, in the plural, and only its expiry makes it void.',
  },
  'token.works-for-hour': {
    level: 'must',
    statement: 'A token works for one hour from its issue.',
    source: under('Limits', 'Token validity | 1 hour'),
    also: [
      under('Token response', 'token | string | bearer token, valid for 1 hour'),
      under('Authentication', '1 hour, then void'),
    ],
    reading:
      'Judged until 30 seconds before the end of the hour if no earlier login returned the token. If several logins returned the same token, judged only if it still works 3,569 seconds after the last of them. The report gives the measured lifetime to the second.',
  },
  'token.void-after-hour': {
    level: 'must',
    statement: 'An hour after its issue, a token no longer gives access to any user list.',
    source: under('States and transitions', 'the token no longer authenticates requests'),
    also: [under('Authentication', '1 hour, then void')],
    reading: 'Judged from 30 seconds after the hour on, alongside a newer credential that is accepted.',
  },
  'token.stays-void': {
    level: 'must',
    statement: 'A void token stays void: neither later requests nor a later login revive it.',
    source: under('States and transitions', 'after expiry it is void'),
    reading: 'A later login that returns the same token issues it again, and its hour starts over.',
  },
  'token.fixed-hour': {
    level: 'must',
    statement:
      'Neither the use of a token nor a login that returns another one extends or shortens its hour.',
    source: under('States and transitions', 'token valid | time passes | 1 hour after issue | token expired'),
    reading: 'The hour starts when the token is issued, so nothing later changes when it ends.',
  },
  'token.same-text': {
    level: 'must',
    statement:
      'If several logins return the same token, it works until an hour after the first of them and is void an hour after the last.',
    source: under('States and transitions', 'token valid | time passes | 1 hour after issue | token expired'),
    reading:
      'The specification does not say whether a login may return a token that is still valid, nor whether that counts as a new issue. Both are accepted, so nothing is judged between the two hours.',
  },
  'token.not-token-scheme': {
    level: 'should',
    statement: 'A one-hour token sent with the scheme word `Token` does not give access to the user list.',
    source: under('Private token', 'Sent with the scheme word `Token` (not `Bearer`)'),
    reading:
      'The sentence distinguishes the two scheme words for the private token; that the one-hour token is bound to its own word is our conclusion.',
  },
} as const satisfies Record<`token.${string}`, Requirement>
