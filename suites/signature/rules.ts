import { type Requirement, under } from '../rule.ts'

const listShown =
  'Signed header lists shown: `(request-target)`, `accept`, `date`; another example adds `host`'
const agree =
  'checks the signature against the request fields, and authenticates the request only if they agree'
const listed = 'signs request data (request target, method, time and listed headers) with the secret'
const draft = under('Access key signature', 'The scheme follows an IETF draft on HTTP signatures')

/**
 * Signed requests. For every `must` here, all revisions of draft-cavage-http-signatures that have `(request-target)`
 * agree; the header layout is that of revisions -08 to -10.
 */
export const signature = {
  'signature.accepted': {
    level: 'must',
    statement: 'A request signed over `(request-target)`, `accept` and `date` gets the user list.',
    source: under('Access key signature', listShown),
    also: [
      under('Access key signature', 'The signature and keyId go in the `Authorization` header'),
      under('Access key signature', 'The client-side examples use algorithm `hmac-sha256`'),
      under(
        'Access key signature',
        'The `Accept` header is `application/json` and the `Date` header is an HTTP date (RFC 7231 format)',
      ),
      draft,
    ],
    reading:
      'Signing string, `headers` parameter and base64 follow the draft; the text of the key secret is the key. Every signature has its own Date by the server’s clock, because a server may reject repeated requests and Dates that differ from its time.',
  },
  'signature.with-host': {
    level: 'must',
    statement: 'A request signed over `(request-target)`, `accept`, `date` and `host` gets the user list.',
    source: under('Access key signature', listShown),
    reading: 'The signed value is the Host header as sent, with the port if the address has one.',
  },
  'signature.any-order': {
    level: 'must',
    statement: 'The signed headers may be listed in any order, as long as they are signed in that order.',
    source: under('Access key signature', listed),
    reading:
      'In all revisions of the draft, the list gives the order; the specification does not require one.',
  },
  'signature.query-string': {
    level: 'must',
    statement:
      'A signed request whose target has a query string is accepted if the query was signed as sent.',
    source: under('Access key signature', listed),
    reading:
      'The request target is path and query as in the request line, not decoded. Judged with a query that the list accepts with a token.',
  },
  'signature.unsigned-headers': {
    level: 'must',
    statement: 'Headers that are not listed may be sent with a signed request, with any value.',
    source: under('Access key signature', listed),
    reading:
      'Only the listed headers are signed, so an unlisted one can’t disagree with the signature. Not judged with headers that the list takes with no method.',
  },
  'signature.wrong-secret': {
    level: 'must',
    statement: 'A signature made with a secret other than the key’s is rejected.',
    source: under('Access key', 'keySecret | secret known to both client and server'),
  },
  'signature.wrong-key-id': {
    level: 'must',
    statement: 'A valid signature under a key ID that does not exist is rejected.',
    source: under('Access key', 'keyId | public identifier of the key'),
    also: [under('Access key signature', 'The server looks up the secret by keyId')],
    reading: 'Another spelling of the same UUID is the same key ID.',
  },
  'signature.other-keys-signature': {
    level: 'must',
    statement: 'A signature made with one key is rejected under the key ID of another.',
    source: under('Access key signature', 'The server looks up the secret by keyId'),
    also: [
      under(
        'Access key signature',
        'The user holds an access key with keyId and keySecret; the server also knows the secret',
      ),
    ],
  },
  'signature.wrong-signature': {
    level: 'must',
    statement: 'A request whose signature was changed after signing is rejected.',
    source: under('Access key signature', agree),
    also: [
      under(
        'Authentication',
        'header `Authorization: Signature keyId="<KEY_ID>",algorithm="<ALGORITHM>",signature="<SIGNATURE>"`',
      ),
    ],
    reading: 'Base64 text that decodes to the same bytes is the same signature.',
  },
  'signature.empty': {
    level: 'must',
    statement: 'A request with an empty signature, or with none, is rejected.',
    source: under('Access key signature', agree),
  },
  'signature.cut': {
    level: 'must',
    statement: 'A request with only part of its signature is rejected.',
    source: under('Access key signature', agree),
    reading: 'At least one whole byte of the signature is missing.',
  },
  'signature.other-request': {
    level: 'must',
    statement: 'A signature made for another request is rejected.',
    source: under('Access key signature', 'For each request the client signs request data'),
    also: [under('Authentication', 'per request')],
    reading:
      '“Per request” is read as: a signature is valid only for the request that it was made for. The same request sent twice is a replay, which is observed and not judged.',
  },
  'signature.method-bound': {
    level: 'must',
    statement: 'A request sent with a method other than the signed one is rejected.',
    source: under('Access key signature', listed),
    reading:
      'The signed method is changed and the request stays a GET: the suite sends nothing that could change data.',
  },
  'signature.path-bound': {
    level: 'must',
    statement: 'A request sent to a path other than the signed one is rejected.',
    source: under('Access key signature', listed),
  },
  'signature.query-bound': {
    level: 'must',
    statement:
      'A request sent with a query string other than the signed one, or with one when none was signed, is rejected.',
    source: under('Access key signature', listed),
    reading: 'The query string is part of the request target in all revisions of the draft.',
  },
  'signature.accept-bound': {
    level: 'must',
    statement: 'A request sent with an `Accept` other than the signed one is rejected.',
    source: under('Access key signature', listShown),
  },
  'signature.date-bound': {
    level: 'must',
    statement: 'A request sent with a `Date` other than the signed one is rejected.',
    source: under('Access key signature', listShown),
    reading:
      'The changed Date is within seconds of the signed one, so that no limit on clock skew can be the reason.',
  },
  'signature.host-bound': {
    level: 'must',
    statement: 'If `host` is listed, a request sent with a `Host` other than the signed one is rejected.',
    source: under('Access key signature', listShown),
  },
  'signature.header-bound': {
    level: 'must',
    statement:
      'A request is rejected if any other listed header is sent with a value other than the signed one.',
    source: under('Access key signature', listed),
    reading: 'Judged only if the same list with the signed value is accepted.',
  },
  'signature.missing-header': {
    level: 'must',
    statement: 'A request that lacks a header which its signature lists is rejected.',
    source: under('Access key signature', agree),
    reading: 'A header that is not there can’t agree with what was signed, even if it was signed as empty.',
  },
  'signature.covers-target-or-time': {
    level: 'should',
    statement: 'A signature that covers neither the request target nor a time is rejected.',
    source: under('Access key signature', listed),
    reading:
      'The client signs the target, method and time; that the server requires this is our conclusion. Otherwise, such a signature would be valid for every request forever.',
  },
  'signature.repeated-header': {
    level: 'should',
    statement:
      'A listed header that is sent several times is signed as its values in order, joined with a comma and a space.',
    source: draft,
    reading:
      'All revisions say so. A `should`, because the specification shows no such request and some servers never see the separate fields. Not judged if the list takes repeated headers with no method.',
  },
  'signature.empty-header-value': {
    level: 'should',
    statement: 'A listed header with an empty value is signed as its name, a colon and a space.',
    source: draft,
    reading:
      'Later revisions, from -10 at the latest, state it explicitly; in the earlier ones, it follows from the rule for every header.',
  },
  'signature.white-space': {
    level: 'should',
    statement:
      'White space around a listed header’s value is not signed; white space inside it is signed as sent.',
    source: draft,
    reading: 'The draft omits leading and trailing white space only.',
  },
  'signature.field-name-case': {
    level: 'should',
    statement: 'A listed header may be sent with its name in any letter case; it is signed in lower case.',
    source: draft,
    reading: 'The names in the list stay in lower case, as the draft says a client should write them.',
  },
  'signature.unknown-parameter': {
    level: 'should',
    statement: 'A parameter of the Authorization header that the server does not know is ignored.',
    source: draft,
    reading: 'Revisions -11 and -12 say so; the earlier ones say nothing about it.',
  },
  'signature.empty-list': {
    level: 'should',
    statement: 'A signature with an empty list of headers is rejected.',
    source: draft,
    reading:
      'Revisions -11 and -12 forbid it, because it would sign the empty string; the earlier ones say nothing about it.',
  },
  'signature.created-needs-parameter': {
    level: 'should',
    statement: 'A signature that lists `(created)` without the `created` parameter is rejected.',
    source: draft,
    reading:
      'Revisions -11 and -12 define `(created)` by its parameter; in the earlier ones it is a listed header that was not sent. Either way it can’t verify.',
  },
} as const satisfies Record<`signature.${string}`, Requirement>
