import { headerValues } from '../../common/call.ts'
import { choose, type Defect, wrap, wrapping, wrappingOn } from '../change.ts'
import { signedValue } from '../shared/also-valid-for.ts'
import { breaking, should } from '../shared/breach.ts'

const repeatedHeader = breaking(should('signature.repeated-header'))
const emptyHeaderValue = breaking(should('signature.empty-header-value'))
const createdNeedsParameter = breaking(should('signature.created-needs-parameter'))

/** What only the draft states, or some of its revisions. */
export const signatureDraftDefects: Record<string, Defect> = {
  'signature-may-cover-accept-only': breaking(should('signature.covers-target-or-time'))(
    'Neither the target nor the date has to be signed.',
    choose({ signedNames: [] }),
  ),
  'signature-repeated-header-first-kept': repeatedHeader(
    'Only the first value of a header that is sent twice is checked.',
    signedValue('both', (name, call, valueOf) => headerValues(call, name)[0] ?? valueOf(name, call)),
  ),
  'signature-repeated-header-last-kept-on-older-list': repeatedHeader(
    'On the older list, only the last value of a header that is sent twice is checked.',
    signedValue('users-v1', (name, call, valueOf) => headerValues(call, name).at(-1) ?? valueOf(name, call)),
  ),
  'signature-repeated-header-joined-without-space-on-newer-list': repeatedHeader(
    'On the newer list, the values of a header that is sent twice are joined with a comma only.',
    signedValue('v1', (name, call, valueOf) => {
      const values = headerValues(call, name)
      return values.length > 1 ? values.join(',') : valueOf(name, call)
    }),
  ),
  'signature-empty-header-counts-as-missing': emptyHeaderValue(
    'A listed header with an empty value counts as one that was not sent.',
    signedValue('both', (name, call, valueOf) => valueOf(name, call) || undefined),
  ),
  'signature-empty-line-without-space-on-newer-list': emptyHeaderValue(
    'On the newer list the line of a header with an empty value ends at its colon.',
    wrappingOn('v1', 'signatures.signingString', (build) => (names, call) => {
      return build(names, call)?.replace(/: $/gm, ':')
    }),
  ),
  'signature-inner-white-space-folded': breaking(should('signature.white-space'))(
    'Several spaces inside a value are checked as one.',
    signedValue('both', (name, call, valueOf) => valueOf(name, call)?.replace(/ +/g, ' ')),
  ),
  'signature-header-names-as-written': breaking(should('signature.field-name-case'))(
    'A header is found only if its name is in lower case or has capitals in the usual places.',
    signedValue('both', (name, call, valueOf) => {
      const usual = name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
      const isThere = name.startsWith('(') || [name, usual].some((one) => call.rawHeaders.includes(one))
      return isThere ? valueOf(name, call) : undefined
    }),
  ),
  'signature-unknown-parameter-refused': breaking(should('signature.unknown-parameter'))(
    'An unknown parameter makes the Authorization header malformed.',
    wrapping('signatures.read', (read) => (text, call) => {
      const names = [...text.matchAll(/(?:^|,)\s*(\w+)=/g)].map(([, name]) => name ?? '')
      const known = ['keyId', 'algorithm', 'headers', 'signature']
      return names.every((name) => known.includes(name)) ? read(text, call) : undefined
    }),
  ),
  'signature-empty-list-taken': breaking(should('signature.empty-list'))(
    'The list of signed headers may be empty, so that nothing is covered.',
    ({ signatures }) => {
      wrap(signatures, 'read', (read) => (text, call) => {
        const parameters = read(text.replace(',headers=""', ',headers="date"'), call)
        return (
          parameters && { ...parameters, headers: text.includes(',headers=""') ? [] : parameters.headers }
        )
      })
      wrap(signatures, 'fault', (fault) => (parameters, key, call) => {
        const { headers, signature } = parameters
        return headers?.length === 0 && signatures.sign(key.keySecret, '') === signature
          ? undefined
          : fault(parameters, key, call)
      })
    },
  ),
  'signature-created-is-undefined': createdNeedsParameter(
    'Without its parameter, (created) is signed as the word "undefined".',
    signedValue('both', (name, call, valueOf) => (name === '(created)' ? 'undefined' : valueOf(name, call))),
  ),
  'signature-created-is-empty-on-older-list': createdNeedsParameter(
    'On the older list, (created) without its parameter is signed as empty.',
    signedValue('users-v1', (name, call, valueOf) => (name === '(created)' ? '' : valueOf(name, call))),
  ),
}
