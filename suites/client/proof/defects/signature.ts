import { createHmac } from 'node:crypto'
import {
  beforeSigning,
  breaking,
  changeAuthorization,
  defect,
  isMethod,
  listBy,
  onUse,
  withHeader,
  without,
  wrap,
  wrapping,
} from '../defect.ts'
import type { Client } from '../client.ts'

const signatureLayout = breaking('client.signature-layout')
const signatureKeyId = breaking('client.signature-key-id')
const signatureCoversTarget = breaking('client.signature-covers-target')
const signatureTarget = breaking('client.signature-target')
const signatureHeaders = breaking('client.signature-headers')
const signatureSecret = breaking('client.signature-secret')
const signatureBase64 = breaking('client.signature-base64')
const signatureDate = breaking('client.signature-date')
const signatureDateCurrent = breaking('client.signature-date-current')
const signatureFresh = breaking('client.signature-fresh')
const signatureAccept = breaking('client.signature-accept')
const keySecretUnsent = breaking('client.key-secret-unsent')

const secret = (client: Client) => client.env['CONFORMANCE_KEY_SECRET'] ?? ''
const authorization = (client: Client, change: (value: string) => string) =>
  changeAuthorization(client, ['signature'], change)
/** Signs another string, or writes it another way. */
const signing = (client: Client, change: (text: string) => string) =>
  wrap(client, 'signature', (sign) => (text) => sign(change(text)))

/** Mistakes with signatures. */
export const signatureDefects = [
  signatureLayout('signature-without-algorithm', 'Leaves the algorithm out.', (client) =>
    authorization(client, (value) => value.replace(/algorithm="[^"]*",/, '')),
  ),
  signatureLayout('signature-with-semicolons', 'Separates the parameters by semicolons.', (client) =>
    authorization(client, (value) => value.replaceAll('",', '";')),
  ),
  signatureLayout('signature-without-quotes', 'Sends the algorithm without quotes.', (client) =>
    authorization(client, (value) => value.replace('"hmac-sha256"', 'hmac-sha256')),
  ),
  signatureKeyId('key-id-in-capitals', 'Sends the key ID in capitals.', (client) =>
    authorization(client, (value) =>
      value.replace(/keyId="([^"]*)"/, (_, id: string) => `keyId="${id.toUpperCase()}"`),
    ),
  ),
  signatureKeyId('key-id-is-user-name', 'Sends a username as key ID.', (client) =>
    authorization(client, (value) =>
      value.replace(/keyId="[^"]*"/, `keyId="${client.env['CONFORMANCE_USERNAME']}"`),
    ),
  ),
  defect('algorithm-hs2019', 'Names the algorithm hs2019.', ['client.signature-algorithm'], (client) =>
    authorization(client, (value) => value.replace('hmac-sha256', 'hs2019')),
  ),
  signatureCoversTarget('signature-without-target', 'Does not sign the target.', (client) => {
    client.signedNames = () => ['accept', 'date']
  }),
  signatureCoversTarget('signature-without-list', 'Sends no list of what is signed.', (client) => {
    client.signedNames = () => ['date']
    authorization(client, (value) => value.replace(/headers="[^"]*",/, ''))
  }),
  defect('signature-without-date', 'Does not sign the date.', ['client.signature-covers-date'], (client) => {
    client.signedNames = () => ['(request-target)', 'accept']
  }),
  signatureTarget('signed-method-in-capitals', 'Signs the method in capitals.', (client) =>
    wrap(client, 'signedTarget', (target) => (request) => target(request).replace('get', 'GET')),
  ),
  signatureTarget('signed-target-is-url', 'Signs the whole URL.', (client) => {
    client.signedTarget = ({ method, url }) => `${method.toLowerCase()} ${url}`
  }),
  signatureTarget('signed-target-without-query', 'Signs the path without its query.', (client) => {
    const { listPath } = client
    client.listPath = () => (isMethod(client, 'signature') ? `${listPath()}?limit=100` : listPath())
    wrap(client, 'signedTarget', (target) => (request) => target(request).split('?')[0] ?? '')
  }),
  signatureTarget(
    'signed-target-without-prefix',
    'Signs the path without that of the base URL.',
    (client) => {
      client.signedTarget = ({ method }) => `${method.toLowerCase()} ${client.listPath()}`
    },
  ),
  signatureTarget('signed-target-without-method', 'Signs only the path, without the method.', (client) =>
    wrap(client, 'signedTarget', (target) => (request) => target(request).replace('get ', '')),
  ),
  signatureHeaders('signed-lines-with-cr', 'Ends the lines with CR LF.', (client) =>
    signing(client, (text) => text.replaceAll('\n', '\r\n')),
  ),
  signatureHeaders('signed-line-end-too-many', 'Ends the last line too.', (client) =>
    signing(client, (text) => `${text}\n`),
  ),
  signatureHeaders('signed-in-another-order', 'Signs in another order than it says.', (client) =>
    signing(client, (text) => text.split('\n').reverse().join('\n')),
  ),
  signatureHeaders('signed-accept-differs', 'Signs another Accept than it sends.', (client) =>
    signing(client, (text) => text.replace('accept: application/json', 'accept: */*')),
  ),
  signatureHeaders(
    'signed-date-differs',
    'Takes the date for the string a second before that for the header.',
    (client) =>
      signing(client, (text) =>
        text.replace(
          /date: (.*)/,
          (_, date: string) => `date: ${new Date(Date.parse(date) - 1000).toUTCString()}`,
        ),
      ),
  ),
  signatureHeaders('signed-names-in-capitals', 'Signs the names of headers as they are sent.', (client) =>
    signing(client, (text) => text.replace('accept:', 'Accept:').replace('date:', 'Date:')),
  ),
  signatureHeaders('listed-header-not-sent', 'Lists a header that it does not send.', (client) => {
    client.signedNames = () => ['(request-target)', 'accept', 'date', 'digest']
  }),
  signatureHeaders(
    'signed-first-of-repeated',
    'Signs only the first value of a header that it sends twice.',
    (client) => {
      client.signedNames = () => ['(request-target)', 'accept', 'date', 'x-part']
      beforeSigning(client, ['X-Part', 'a'], ['X-Part', 'b'])
      signing(client, (text) => text.replace('x-part: a, b', 'x-part: a'))
    },
  ),
  signatureHeaders('signed-in-other-bytes', 'Signs in UTF-8 what it sends in Latin-1.', (client) => {
    client.signedNames = () => ['(request-target)', 'accept', 'date', 'x-name']
    beforeSigning(client, ['X-Name', 'Zoë'])
  }),
  signatureSecret('secret-decoded', 'Decodes the key secret from base64.', (client) => {
    client.signature = (text) =>
      createHmac('sha256', Buffer.from(secret(client), 'base64'))
        .update(text)
        .digest('base64')
  }),
  signatureSecret('hmac-sha512', 'Computes the HMAC with SHA-512.', (client) => {
    client.signature = (text) => createHmac('sha512', secret(client)).update(text).digest('base64')
  }),
  signatureSecret('signature-of-nothing', 'Sends a signature of its own making.', (client) => {
    client.signature = () => Buffer.from('a signature of thirty-two bytes!').toString('base64')
  }),
  signatureBase64('signature-without-padding', 'Leaves out the padding of base64.', (client) =>
    wrap(client, 'signature', (sign) => (text) => sign(text).replace(/=+$/, '')),
  ),
  signatureBase64('signature-in-hexadecimal', 'Writes the signature in hexadecimal.', (client) =>
    wrap(client, 'signature', (sign) => (text) => Buffer.from(sign(text), 'base64').toString('hex')),
  ),
  signatureDate('date-in-iso-form', 'Writes the Date as 2026-11-22T10:00:00Z.', (client) => {
    client.date = () => new Date(client.now()).toISOString()
  }),
  signatureDate('date-in-seconds', 'Writes the Date as a number.', (client) => {
    client.date = () => String(Math.floor(client.now() / 1000))
  }),
  signatureDateCurrent(
    'date-ten-minutes-behind',
    'Keeps a clock ten minutes behind for the Date.',
    (client) => {
      client.date = () => new Date(client.now() - 600_000).toUTCString()
    },
  ),
  signatureDateCurrent('date-a-day-ahead', 'Keeps a clock a day ahead for the Date.', (client) => {
    client.date = () => new Date(client.now() + 86_400_000).toUTCString()
  }),
  signatureDate(
    'date-of-another-weekday',
    'Writes a weekday into the Date that is not that of the day.',
    wrapping('date', (date) => () => date().replace(/^\w+/, (day) => (day === 'Sun' ? 'Mon' : 'Sun'))),
  ),
  signatureFresh('signature-made-once', 'Signs once and sends that again.', (client) => {
    const { date } = client
    let kept: string | undefined
    onUse(client, () => (kept = undefined))
    client.date = () => (kept ??= date())
  }),
  signatureAccept('accept-sent-twice', 'Sends Accept: */* after Accept: application/json.', (client) =>
    beforeSigning(client, ['Accept', '*/*']),
  ),
  signatureAccept('accept-anything', 'Sends Accept: */*.', (client) => {
    client.accept = () => '*/*'
  }),
  signatureAccept('accept-forgotten', 'Sends no Accept.', (client) => {
    client.signedNames = () => ['(request-target)', 'date']
    wrap(client, 'listRequest', (make) => () => without(make(), 'Accept'))
  }),
  keySecretUnsent('key-secret-sent', 'Sends the key secret in a header.', (client) =>
    listBy(client, ['signature'], (request) => withHeader(request, 'X-Key', secret(client))),
  ),
  keySecretUnsent('key-secret-sent-in-base64', 'Sends key ID and secret as Basic would.', (client) =>
    listBy(client, ['signature'], (request) =>
      withHeader(request, 'X-Key', Buffer.from(secret(client)).toString('base64')),
    ),
  ),
  keySecretUnsent('key-secret-sent-within-base64', 'Sends key ID and secret together in base64.', (client) =>
    listBy(client, ['signature'], (request) => {
      const both = `${client.env['CONFORMANCE_KEY_ID']}:${secret(client)}`
      return withHeader(request, 'X-Key', Buffer.from(both).toString('base64'))
    }),
  ),
  keySecretUnsent(
    'key-secret-sent-ahead',
    'Sends the key secret once before it signs, without the key ID.',
    wrapping('list', (ask, client) => async () => {
      if (isMethod(client, 'signature'))
        await client.send({
          method: 'POST',
          url: `${client.base()}/api/v1/authentication/access-keys/`,
          headers: [['Content-Type', 'application/json']],
          body: JSON.stringify({ secret: secret(client) }),
        })
      return await ask()
    }),
  ),
]
