import { under } from '../../rule.ts'
import type { ClientRequirement } from './types.ts'

const methods = ['signature'] as const
const trigger = 'list the users with a signature made with CONFORMANCE_KEY_ID'
const scenario = 'use the list operation of the line protocol with the signature method'
const signs = under(
  'Access key signature',
  'For each request the client signs request data (request target, method, time and listed headers) with the secret using a symmetric algorithm.',
)
const layout = under(
  'Authentication',
  'header `Authorization: Signature keyId="<KEY_ID>",algorithm="<ALGORITHM>",signature="<SIGNATURE>"`',
)
const lists = under(
  'Access key signature',
  'Signed header lists shown: `(request-target)`, `accept`, `date`; another example adds `host`.',
)
const draft = under('Access key signature', 'The scheme follows an IETF draft on HTTP signatures.')
const fields = under(
  'Access key signature',
  'The `Accept` header is `application/json` and the `Date` header is an HTTP date (RFC 7231 format).',
)

/** Requests signed with an access key. */
export const signature = {
  'client.signature-layout': {
    level: 'must',
    statement:
      'The header has the scheme word `Signature` and the parameters `keyId`, `algorithm` and `signature`, with their values in quotes and separated by commas.',
    source: layout,
    also: [under('Access key signature', 'The signature and keyId go in the `Authorization` header.')],
    reading:
      'Any order, any letter case of the names (RFC 9110, section 11.2), spaces between them and additional parameters, such as `headers`, are allowed.',
    methods,
    trigger,
  },
  'client.signature-key-id': {
    level: 'must',
    statement: '`keyId` is the public identifier of the key.',
    source: under('Access key', 'public identifier of the key'),
    methods,
    trigger: scenario,
  },
  'client.signature-algorithm': {
    level: 'should',
    statement:
      '`algorithm` is one of the values in the specification: `hmac-sha256`, or `rsa-sha256` as in the layout example.',
    source: under('Access key signature', 'The client-side examples use algorithm `hmac-sha256`.'),
    also: [
      under('Access key signature', 'The header layout example shows `rsa-sha256` as the algorithm value.'),
    ],
    reading: 'Later drafts use `hs2019`; a server need not know it.',
    methods,
    trigger,
  },
  'client.signature-covers-target': {
    level: 'must',
    statement: 'The list of signed headers contains `(request-target)`.',
    source: signs,
    also: [lists],
    reading:
      'Without a list, only the date is signed (draft -08, section 2.1.6), which does not cover the request.',
    methods,
    trigger,
  },
  'client.signature-covers-date': {
    level: 'must',
    statement: 'The list of signed headers contains `date`.',
    source: lists,
    also: [signs],
    methods,
    trigger,
  },
  'client.signature-target': {
    level: 'must',
    statement: 'The signed target is the method in lower case and the path with its query, exactly as sent.',
    source: signs,
    reading: 'A path prefix in the base URL is part of it.',
    methods,
    trigger,
  },
  'client.signature-headers': {
    level: 'must',
    statement: 'Each listed header is signed as it was sent, in the order of the list.',
    source: under(
      'Access key signature',
      'checks the signature against the request fields, and authenticates the request only if they agree; otherwise authentication fails',
    ),
    also: [signs],
    reading:
      'A header that is listed has to be sent. Names are signed in lower case, the values of a repeated field joined by a comma and a space (draft -08, section 2.3).',
    methods,
    trigger,
  },
  'client.signature-secret': {
    level: 'must',
    statement:
      'The signature is the HMAC-SHA256 of the signing string, with the text of the key secret as its key.',
    source: under('Access key', 'secret known to both client and server'),
    also: [
      under(
        'Access key signature',
        'The user holds an access key with keyId and keySecret; the server also knows the secret.',
      ),
    ],
    methods,
    trigger,
  },
  'client.signature-base64': {
    level: 'should',
    statement: 'The signature is encoded in base64, with padding.',
    source: draft,
    reading: 'Draft -08, section 2.1.4: the base64 of RFC 4648, section 4.',
    methods,
    trigger,
  },
  'client.signature-date': {
    level: 'must',
    statement: 'The `Date` header is an HTTP date.',
    source: fields,
    reading:
      'It has the preferred format of RFC 7231, `Sun, 06 Nov 1994 08:49:37 GMT`, and the weekday of its day.',
    methods,
    trigger,
  },
  'client.signature-date-current': {
    level: 'must',
    statement: 'The `Date` header gives the time at which the request is sent.',
    source: signs,
    reading:
      'It has to be within five minutes of real time, or of the server’s time, also as an earlier response told it: the specification does not state the permitted skew.',
    methods,
    trigger,
  },
  'client.signature-fresh': {
    level: 'must',
    statement: 'Each request has a signature of its own.',
    source: signs,
    also: [under('Authentication', 'per request')],
    reading:
      'Two requests within one second may have the same signature. Judged on requests that are more than a second and a half apart, also where one is sent again after 429 with Retry-After; after a server error, more than two seconds.',
    methods,
    trigger: scenario,
  },
  'client.signature-accept': {
    level: 'must',
    statement: 'A signed request has the header `Accept: application/json`.',
    source: fields,
    methods,
    trigger,
  },
  'client.key-secret-unsent': {
    level: 'must',
    statement: 'The client never sends the key secret, in any form.',
    source: under('Access key', 'secret known to both client and server'),
    also: [under('Access key', 'Both the requester and the server know it.')],
    reading: 'This covers plain text, base64, hexadecimal and percent-encoding, anywhere in a request.',
    methods,
    trigger,
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
