import type { Socket } from 'node:net'
import { headerValues } from '../../common/call.ts'
import { type Defect, wrapping, wrappingOn } from '../change.ts'
import { httpDate, readHttpDate } from '../../common/clock.ts'
import { alsoValidFor, signedValue, withHeader } from '../shared/also-valid-for.ts'
import { breaking, must } from '../shared/breach.ts'

const acceptBound = breaking(must('signature.accept-bound'))
const methodBound = breaking(must('signature.method-bound'))
const queryBound = breaking(must('signature.query-bound'))
const dateBound = breaking(must('signature.date-bound'))
const missingHeader = breaking(must('signature.missing-header'))
const otherRequest = breaking(must('signature.other-request'))
const pathBound = breaking(must('signature.path-bound'))

const shown = ['(request-target)', 'accept', 'date', 'host']

/** Parts of the request that the signature fails to protect. */
export const signatureBindingDefects: Record<string, Defect> = {
  'signature-good-for-both-lists': otherRequest(
    'The path family of the target is not checked: a signature for one list works for the other.',
    (parts) => {
      const { 'users-v1': older, v1: newer } = parts.paths.list
      alsoValidFor('both', (call) => {
        const target = call.target.startsWith(older)
          ? call.target.replace(older, newer)
          : call.target.replace(newer, older)
        return [{ ...call, target }]
      })(parts)
    },
  ),
  'signature-accepted-late-remembered-on-older-list': otherRequest(
    'On the older list, a signature accepted five seconds after its Date works for one more request.',
    wrappingOn('users-v1', 'signatures.fault', (fault, { clock }) => {
      const late = new Set<string>()
      return (parameters, key, call) => {
        const reason = fault(parameters, key, call)
        const date = readHttpDate(headerValues(call, 'date')[0] ?? '') ?? clock.now()
        if (reason === undefined && clock.now() - date > 5000) late.add(parameters.signature)
        return reason !== undefined && late.delete(parameters.signature) ? undefined : reason
      }
    }),
  ),
  'signature-without-mount-point-on-newer-list': pathBound(
    'The newer list also accepts a signature for its path below the first segment, at which it could be mounted.',
    alsoValidFor('v1', (call) => [{ ...call, target: call.target.replace(/^\/[^/]*/, '') }]),
  ),
  'signature-end-of-path-bound-on-older-list': pathBound(
    'The older list also accepts a signature for a path that ends in its own.',
    alsoValidFor('users-v1', (call) => [{ ...call, target: `/app${call.target}` }]),
  ),
  'signature-accept-parameters-not-bound-on-older-list': acceptBound(
    'The older list checks Accept without its parameters.',
    alsoValidFor('users-v1', (call) => [
      withHeader(call, 'accept', headerValues(call, 'accept')[0]?.split(';')[0]),
    ]),
  ),
  'signature-method-not-bound': methodBound(
    'A signature is valid for GET, HEAD and POST alike.',
    alsoValidFor('both', (call) => ['POST', 'HEAD'].map((method) => ({ ...call, method }))),
  ),
  'signature-for-method-in-field-on-older-list': methodBound(
    'On the older list, a signature is checked for the method that X-HTTP-Method-Override names.',
    alsoValidFor('users-v1', (call) =>
      headerValues(call, 'x-http-method-override').map((method) => ({ ...call, method })),
    ),
  ),
  'signature-head-good-for-get-on-newer-list': methodBound(
    'On the newer list, a signature for HEAD is valid for GET.',
    alsoValidFor('v1', (call) => [{ ...call, method: 'HEAD' }]),
  ),
  'signature-final-slash-ignored': pathBound(
    'The path may be signed without its trailing slash.',
    alsoValidFor('both', (call) => [{ ...call, target: call.target.replace(/\/(?=\?|$)/, '') }]),
  ),
  'signature-of-root-good-everywhere-on-older-list': pathBound(
    'On the older list, a signature for / is valid: behind a mount point, the server sees the path without the prefix.',
    alsoValidFor('users-v1', (call) => [{ ...call, target: call.target.replace(/^[^?]*/, '/') }]),
  ),
  'signature-query-optional': queryBound(
    'The query string need not be signed.',
    alsoValidFor('both', (call) => [{ ...call, target: call.target.split('?')[0] ?? '' }]),
  ),
  'signature-first-parameter-bound-on-older-list': queryBound(
    'On the older list, the query string is checked only up to its first &.',
    alsoValidFor('users-v1', (call) => [{ ...call, target: call.target.split('&')[0] ?? '' }]),
  ),
  'signature-parameters-in-any-order-on-newer-list': queryBound(
    'On the newer list, the parameters may be signed sorted by name, whatever order they were sent in.',
    alsoValidFor('v1', (call) => {
      const [path = '', query = ''] = call.target.split('?')
      return [{ ...call, target: `${path}?${query.split('&').sort().join('&')}` }]
    }),
  ),
  'signature-last-of-equal-parameters-bound-on-older-list': queryBound(
    'On the older list, only the last parameter of each name needs to be signed.',
    alsoValidFor('users-v1', (call) => {
      const [path = '', query = ''] = call.target.split('?')
      const names = query.split('&').map((pair) => pair.split('=')[0])
      const last = query.split('&').filter((_, at) => names.lastIndexOf(names[at]) === at)
      return [{ ...call, target: `${path}?${last.join('&')}` }]
    }),
  ),
  'signature-accept-not-bound': breaking(must('signature.accept-bound', 'signature.missing-header'))(
    'The signature is checked against application/json, whatever Accept was sent.',
    signedValue('both', (name, call, valueOf) =>
      name === 'accept' ? 'application/json' : valueOf(name, call),
    ),
  ),
  'signature-first-type-bound-on-newer-list': acceptBound(
    'On the newer list only the first media type of Accept is checked.',
    alsoValidFor('v1', (call) => {
      const [accept = ''] = headerValues(call, 'accept')
      return [withHeader(call, 'accept', accept.split(',')[0])]
    }),
  ),
  'signature-accept-may-be-empty-on-older-list': acceptBound(
    'On the older list, an empty accept line is valid for every Accept.',
    alsoValidFor('users-v1', (call) => [withHeader(call, 'accept', '')]),
  ),
  'signature-x-date-stands-in': breaking(must('signature.date-bound', 'signature.missing-header'))(
    'An unsigned X-Date is used instead of the signed Date.',
    alsoValidFor('both', (call) =>
      headerValues(call, 'x-date').map((date) => withHeader(call, 'date', date)),
    ),
  ),
  'signature-x-date-preferred-on-newer-list': dateBound(
    'On the newer list, the date line is built from X-Date, even if there is a Date.',
    signedValue(
      'v1',
      (name, call, valueOf) => (name === 'date' ? valueOf('x-date', call) : undefined) ?? valueOf(name, call),
    ),
  ),
  'signature-amz-date-preferred-on-older-list': dateBound(
    'On the older list, the date line is built from X-Amz-Date, even if there is a Date.',
    signedValue(
      'users-v1',
      (name, call, valueOf) =>
        (name === 'date' ? valueOf('x-amz-date', call) : undefined) ?? valueOf(name, call),
    ),
  ),
  'signature-any-recent-date': breaking(must('signature.date-bound', 'signature.other-request'))(
    'Any Date of the last ten seconds may be signed, whichever was sent.',
    (parts) => {
      alsoValidFor('both', (call) =>
        headerValues(call, 'date').flatMap(() =>
          Array.from({ length: 11 }, (_, ago) =>
            withHeader(call, 'date', httpDate(parts.clock.now() - ago * 1000)),
          ),
        ),
      )(parts)
    },
  ),
  'signature-host-configured': breaking(must('signature.host-bound'))(
    'The host line is the configured name of the server, whatever Host was sent.',
    signedValue('both', (name, call, valueOf) => {
      const { localAddress, localPort } = call.connection as Socket
      return name === 'host' ? `${localAddress}:${localPort}` : valueOf(name, call)
    }),
  ),
  'signature-over-date-alone-taken-on-newer-list': otherRequest(
    'On the newer list, a signature over the date alone is enough, whatever is listed.',
    wrappingOn('v1', 'signatures.fault', (fault, { signatures }) => (parameters, key, call) => {
      const text = signatures.signingString(['date'], call)
      const isOverDate = text !== undefined && signatures.sign(key.keySecret, text) === parameters.signature
      return isOverDate ? signatures.untimely(call) : fault(parameters, key, call)
    }),
  ),
  'signature-further-headers-not-bound-on-newer-list': breaking(must('signature.header-bound'))(
    'On the newer list, a signature over the headers in the specification is enough, whatever else is listed and sent.',
    wrappingOn('v1', 'signatures.fault', (fault, { signatures }) => (parameters, key, call) => {
      const reason = fault(parameters, key, call)
      const names = parameters.headers ?? []
      if (reason === undefined || names.some((name) => signatures.valueOf(name, call) === undefined))
        return reason
      return fault({ ...parameters, headers: names.filter((name) => shown.includes(name)) }, key, call)
    }),
  ),
  'signature-further-headers-skipped': breaking(must('signature.header-bound', 'signature.missing-header'))(
    'Listed headers other than those in the specification need neither be signed nor sent.',
    wrapping('signatures.fault', (fault) => (parameters, key, call) => {
      const headers = (parameters.headers ?? []).filter((name) => shown.includes(name))
      return fault(parameters, key, call) && fault({ ...parameters, headers }, key, call)
    }),
  ),
  'signature-missing-header-is-empty': missingHeader(
    'A listed header that was not sent counts as one with an empty value.',
    signedValue(
      'both',
      (name, call, valueOf) => valueOf(name, call) ?? (name.startsWith('(') ? undefined : ''),
    ),
  ),
  'signature-missing-header-is-undefined-on-older-list': missingHeader(
    'On the older list, a listed header that was not sent is signed as the word "undefined".',
    signedValue(
      'users-v1',
      (name, call, valueOf) => valueOf(name, call) ?? (name.startsWith('(') ? undefined : 'undefined'),
    ),
  ),
  'signature-missing-header-left-out-on-newer-list': missingHeader(
    'On the newer list, a listed header that was not sent is left out of the signing string.',
    wrappingOn('v1', 'signatures.signingString', (build, { signatures }) => (names, call) => {
      return build(
        names.filter((name) => signatures.valueOf(name, call) !== undefined),
        call,
      )
    }),
  ),
}
