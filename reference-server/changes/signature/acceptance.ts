import { headerValues } from '../../common/call.ts'
import { type Defect, wrap, wrapping, wrappingOn } from '../change.ts'
import { alsoValidFor, signedValue } from '../shared/also-valid-for.ts'
import { breaking, must } from '../shared/breach.ts'
import { queriesTaken } from '../shared/queries-taken.ts'
import { needsSignature } from '../shared/signature-rows.ts'

const accepted = breaking(must('signature.accepted'))

const queryString = breaking(must('signature.query-string'), { blocks: ['signature.query-bound'] })

/** Ways in which a valid signature is rejected. */
export const signatureAcceptanceDefects: Record<string, Defect> = {
  'signature-unknown-on-newer-list': breaking(must('signature.accepted', 'signature.with-host'))(
    'The newer list does not know the scheme: a signed request counts as one without credentials.',
    wrappingOn('v1', 'methods.signature', () => () => undefined),
    { blocks: [...needsSignature, 'signature.host-bound'] },
  ),
  'signature-demands-host': accepted(
    'A signature must cover host, which one of the two header lists in the specification does not contain.',
    ({ choices }) => {
      choices.signedNames = [...choices.signedNames, 'host']
    },
    { blocks: needsSignature },
  ),
  'signature-host-without-port': breaking(must('signature.with-host'))(
    'The host line is built without the port in the Host header.',
    signedValue('both', (name, call, valueOf) => {
      const value = valueOf(name, call)
      return name === 'host' ? value?.replace(/:\d+$/, '') : value
    }),
  ),
  'signature-in-one-month-rejected-on-older-list': accepted(
    'The older list reads dates in its own language, in which one month has another name: September, or June in spring.',
    (parts) => {
      // Neither the month in which the server starts nor the next one.
      const name = [3, 4, 5].includes(new Date(parts.clock.now()).getUTCMonth()) ? ' Sep ' : ' Jun '
      wrap(parts.signatures, 'untimely', (untimely) => (call) => {
        const isMisread = call.family === 'users-v1' && headerValues(call, 'date')[0]?.includes(name)
        return isMisread ? 'the Date header has an unknown month' : untimely(call)
      })
    },
  ),
  'signature-at-noon-rejected-on-newer-list': accepted(
    'The newer list reads the hour of a date as that of a twelve-hour clock, so noon is taken for midnight.',
    wrappingOn('v1', 'signatures.untimely', (untimely, { clock }) => (call) => {
      const isMisread = new Date(clock.now()).getUTCHours() === 12
      return isMisread ? 'the Date header is too far from the server clock' : untimely(call)
    }),
  ),
  'signature-on-wednesdays-rejected-on-older-list': accepted(
    'The older list reads dates in its own language, in which Wednesday has another name.',
    wrappingOn('users-v1', 'signatures.untimely', (untimely) => (call) => {
      const isMisread = headerValues(call, 'date')[0]?.startsWith('Wed')
      return isMisread ? 'the Date header is not an HTTP date' : untimely(call)
    }),
  ),
  'signature-at-end-of-year-rejected-on-newer-list': accepted(
    'The newer list reads the year of a date as that of its week, which is the next year at the end of December.',
    wrappingOn('v1', 'signatures.untimely', (untimely, { clock }) => (call) => {
      const now = new Date(clock.now())
      const isMisread = now.getUTCMonth() === 11 && now.getUTCDate() === 31
      return isMisread ? 'the Date header is of another year' : untimely(call)
    }),
  ),
  'signature-one-secret-for-all-keys': accepted(
    'Every key ID is checked with the secret of the first key.',
    ({ accessKeys }) => {
      const [first] = accessKeys.all()
      wrap(accessKeys, 'find', (find) => (keyId, call) => {
        const key = find(keyId, call)
        return key && first ? { ...key, keySecret: first.keySecret } : key
      })
    },
    { blocks: ['signature.other-keys-signature'] },
  ),
  'signature-headers-sorted': breaking(must('signature.any-order'))(
    'The listed headers are signed in alphabetical order, not in the order of the list.',
    wrapping('signatures.signingString', (build) => (names, call) => build([...names].sort(), call)),
  ),
  'signature-one-list-only-on-older-list': breaking(must('signature.any-order', 'signature.with-host'))(
    'The older list accepts only the header list (request-target) accept date, in this order.',
    wrappingOn('users-v1', 'signatures.fault', (fault) => (parameters, key, call) => {
      if (parameters.headers?.join(' ') !== '(request-target) accept date') return 'not the list'
      return fault(parameters, key, call)
    }),
    { blocks: ['signature.host-bound'] },
  ),
  'signature-query-stripped': breaking(must('signature.query-string', 'signature.query-bound'))(
    'The request target is checked without its query string.',
    signedValue('both', (name, call, valueOf) =>
      valueOf(name, { ...call, target: call.target.split('?')[0] ?? '' }),
    ),
  ),
  'signature-query-decoded-on-older-list': queryString(
    'The older list checks the request target with its escapes decoded.',
    signedValue('users-v1', (name, call, valueOf) =>
      valueOf(name, { ...call, target: decodeURIComponent(call.target) }),
    ),
  ),
  'signature-query-sorted-on-newer-list': queryString(
    'The newer list checks the request target with its parameters sorted by name.',
    signedValue('v1', (name, call, valueOf) => {
      const [path = '', query] = call.target.split('?')
      const sorted = query === undefined ? path : `${path}?${query.split('&').sort().join('&')}`
      return valueOf(name, { ...call, target: sorted })
    }),
  ),
  'signature-query-of-parsed-url-on-newer-list': queryString(
    'The newer list checks the request target as a parsed URL gives it, with %27 for an apostrophe.',
    signedValue('v1', (name, call, valueOf) => {
      const { pathname, search } = new URL(call.target, 'http://localhost')
      return valueOf(name, { ...call, target: pathname + search })
    }),
  ),
  'signature-further-headers-must-be-signed': breaking(must('signature.unsigned-headers'))(
    'A signed request with an X- header that is not listed is rejected.',
    wrapping('signatures.fault', (fault) => (parameters, key, call) => {
      const further = call.rawHeaders
        .map((text) => text.toLowerCase())
        .filter((text) => text.startsWith('x-'))
      if (further.some((name) => !parameters.headers?.includes(name))) return 'a header is not signed'
      return fault(parameters, key, call)
    }),
  ),
  'signature-query-refused-where-tokens-may-limit': queryString(
    'A request with a token may have the query limit=1 and no other, and a signed request may have none.',
    queriesTaken('both', (query, method) => method === 'bearer' && query === 'limit=1'),
  ),
  'signature-query-refused-where-tokens-may-ask-on-older-list': queryString(
    'The older list accepts queries only with a token from a login.',
    queriesTaken('users-v1', (_query, method) => method === 'bearer'),
  ),
  'signature-query-refused-where-sessions-may-ask-on-newer-list': queryString(
    'The newer list accepts queries only with the session of a web login.',
    queriesTaken('v1', (_query, method) => method === 'session'),
  ),
  'signature-query-unbound-where-tokens-may-not-ask-on-newer-list': breaking(must('signature.query-bound'))(
    'The newer list accepts queries only with a signature, which may also be made for the path alone.',
    (parts) => {
      queriesTaken('v1', (_query, method) => method === 'signature')(parts)
      alsoValidFor('v1', (call) => [{ ...call, target: call.target.split('?')[0] ?? '' }])(parts)
    },
  ),
}
