import { should } from '../shared/breach.ts'
import { headerValues } from '../../common/call.ts'
import { choose, type Variation, ofEach, wrap, wrapping } from '../change.ts'
import { legal } from '../legal.ts'

/** What a server may demand of a signature, and what it may accept. */
export const signatureVariations: Record<string, Variation> = {
  'signature-accepted-once': legal(
    'The same signature is rejected the second time.',
    choose({ signatureAcceptedOnce: true }),
  ),
  'signature-demands-accept': legal(
    'The list must contain (request-target), accept and date.',
    choose({ signedNames: ['(request-target)', 'accept', 'date'] }),
  ),
  'signature-demands-date-only': legal(
    'The list must contain date, and nothing else.',
    choose({ signedNames: ['date'] }),
  ),
  ...ofEach([30, 10, 3], (seconds) => [
    `signature-date-within-${seconds}-seconds`,
    legal(`A signed Date may differ from the clock by ${seconds} seconds.`, choose({ skewSeconds: seconds })),
  ]),
  'signature-once-within-30-seconds': legal(
    'A signature is valid once, and for thirty seconds.',
    choose({ signatureAcceptedOnce: true, skewSeconds: 30 }),
  ),
  'signature-once-within-3-seconds': legal(
    'A signature is valid once, and for three seconds.',
    choose({ signatureAcceptedOnce: true, skewSeconds: 3 }),
  ),
  'signature-date-within-1500-ms': legal(
    'A signed Date may differ from the clock by a second and a half.',
    choose({ skewSeconds: 1.5 }),
  ),
  'signature-date-of-any-time': legal(
    'A signed Date may be any HTTP date.',
    choose({ skewSeconds: Infinity }),
  ),
  'signature-date-never-ahead': legal(
    'A signed Date must not be ahead of the server clock.',
    wrapping('signatures.untimely', (untimely, { clock }) => (call) => {
      const at = call.rawHeaders.findIndex((name) => /^date$/i.test(name))
      return Date.parse(call.rawHeaders[at + 1] ?? '') > clock.now() ? 'the Date lies ahead' : untimely(call)
    }),
  ),
  'signature-dates-rise': legal(
    "The Date of a signed request must be later than that of the key's last accepted request.",
    ({ signatures }) => {
      const latest = new Map<string, number>()
      wrap(signatures, 'fault', (fault) => (parameters, key, call) => {
        const date = Date.parse(headerValues(call, 'date')[0] ?? '')
        const reason = fault(parameters, key, call)
        if (reason !== undefined) return reason
        if (date <= (latest.get(key.keyId) ?? 0)) return 'a later Date of this key was seen'
        latest.set(key.keyId, date)
        return undefined
      })
    },
  ),
  'signature-tight-form-only': legal(
    "The parameters must be in the order of the specification's layout, without spaces, and no others are allowed.",
    ({ signatures }) => {
      const tight = /^keyId="[^"]+",algorithm="[^"]+",headers="[^"]+",signature="[^"]+"$/
      wrap(signatures, 'read', (read) => (text, call) => (tight.test(text) ? read(text, call) : undefined))
    },
    { breaks: should('signature.unknown-parameter') },
  ),
  'signature-without-list-means-date': legal(
    'If the list is missing, only the date is signed.',
    choose({ headersParameterMayBeAbsent: true }),
  ),
  'signature-takes-other-labels': legal(
    'The label of the algorithm may be rsa-sha256 or hs2019.',
    choose({ signatureAlgorithms: ['hmac-sha256', 'rsa-sha256', 'hs2019'] }),
  ),
  'signature-ignores-label': legal('The algorithm label is ignored.', ({ signatures }) => {
    wrap(signatures, 'read', (read) => (text, call) => {
      const parameters = read(text, call)
      return parameters && { ...parameters, algorithm: 'hmac-sha256' }
    })
  }),
  'signature-reads-sloppy-base64': legal(
    'Base64 may lack its padding or use the URL-safe alphabet.',
    wrapping('signatures.read', (read) => (text, call) => {
      const parameters = read(text, call)
      return (
        parameters && {
          ...parameters,
          signature: Buffer.from(parameters.signature, 'base64').toString('base64'),
        }
      )
    }),
  ),
  'key-ids-fold-case': legal('A key ID is a UUID, and any spelling of it is accepted.', ({ accessKeys }) => {
    wrap(accessKeys, 'find', (find) => (keyId, call) => {
      const hex = keyId.toLowerCase().replaceAll(/[{}-]/g, '')
      return find(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), call)
    })
  }),
  'key-secrets-unlike-uuids': legal(
    'Key IDs and key secrets are not UUIDs.',
    wrapping('accessKeys.find', (find) => (keyId, call) => {
      const key = find(keyId === 'AK+dee/1=' ? 'c4ccffe2-5708-4a2c-ad83-3b49d4ac07a1' : keyId, call)
      return key && { ...key, keySecret: key.username === 'dee' ? '$ecret of dee, ünicode' : key.keySecret }
    }),
    {
      declare: {
        accessKeys: [
          { keyId: 'AK+dee/1=', keySecret: '$ecret of dee, ünicode', username: 'dee' },
          {
            keyId: '1dd65ed2-d9b2-424d-8e2c-b10c09a0778b',
            keySecret: 'd1a56491-ce80-454d-871f-1a34cd5306f2',
            username: 'ada',
          },
        ],
      },
      notApplicable: [],
    },
  ),
}
