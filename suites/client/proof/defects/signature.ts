import { createHmac } from 'node:crypto'
import { changeHeader, defect, isMethod, list, withHeader, without, wrap } from '../defect.ts'
import type { Client } from '../client.ts'

const secret = (client: Client) => client.env['CONFORMANCE_KEY_SECRET'] ?? ''
const authorization = (client: Client, change: (value: string) => string) =>
  list(client, (request) =>
    isMethod(client, 'signature') ? changeHeader(request, 'Authorization', change) : request,
  )
/** Signs another string, or writes it another way. */
const signing = (client: Client, change: (text: string) => string) =>
  wrap(client, 'signature', (sign) => (text) => sign(change(text)))

/** Mistakes with signatures. */
export const signatureDefects = [
  defect('signature-without-algorithm', 'Leaves the algorithm out.', ['client.signature-layout'], (client) =>
    authorization(client, (value) => value.replace(/algorithm="[^"]*",/, '')),
  ),
  defect(
    'signature-with-semicolons',
    'Separates the parameters by semicolons.',
    ['client.signature-layout'],
    (client) => authorization(client, (value) => value.replaceAll('",', '";')),
  ),
  defect(
    'signature-without-quotes',
    'Puts the algorithm in no quotes.',
    ['client.signature-layout'],
    (client) => authorization(client, (value) => value.replace('"hmac-sha256"', 'hmac-sha256')),
  ),
  defect('key-id-in-capitals', 'Turns the key ID to capitals.', ['client.signature-key-id'], (client) =>
    authorization(client, (value) =>
      value.replace(/keyId="([^"]*)"/, (_, id: string) => `keyId="${id.toUpperCase()}"`),
    ),
  ),
  defect('key-id-is-user-name', 'Sends a username as key ID.', ['client.signature-key-id'], (client) =>
    authorization(client, (value) =>
      value.replace(/keyId="[^"]*"/, `keyId="${client.env['CONFORMANCE_USERNAME']}"`),
    ),
  ),
  defect('algorithm-hs2019', 'Calls the algorithm hs2019.', ['client.signature-algorithm'], (client) =>
    authorization(client, (value) => value.replace('hmac-sha256', 'hs2019')),
  ),
  defect(
    'signature-without-target',
    'Does not sign the target.',
    ['client.signature-covers-target'],
    (client) => {
      client.signedNames = () => ['accept', 'date']
    },
  ),
  defect(
    'signature-without-list',
    'Sends no list of what is signed.',
    ['client.signature-covers-target'],
    (client) => {
      client.signedNames = () => ['date']
      authorization(client, (value) => value.replace(/headers="[^"]*",/, ''))
    },
  ),
  defect('signature-without-date', 'Does not sign the date.', ['client.signature-covers-date'], (client) => {
    client.signedNames = () => ['(request-target)', 'accept']
  }),
  defect(
    'signed-method-in-capitals',
    'Signs the method in capitals.',
    ['client.signature-target'],
    (client) => wrap(client, 'signedTarget', (target) => (request) => target(request).replace('get', 'GET')),
  ),
  defect('signed-target-is-url', 'Signs the whole URL.', ['client.signature-target'], (client) => {
    client.signedTarget = ({ method, url }) => `${method.toLowerCase()} ${url}`
  }),
  defect(
    'signed-target-without-query',
    'Signs the path without its query.',
    ['client.signature-target'],
    (client) => {
      const { listPath } = client
      client.listPath = () => (isMethod(client, 'signature') ? `${listPath()}?limit=100` : listPath())
      wrap(client, 'signedTarget', (target) => (request) => target(request).split('?')[0] ?? '')
    },
  ),
  defect(
    'signed-target-without-prefix',
    'Signs the path without that of the base URL.',
    ['client.signature-target'],
    (client) => {
      client.signedTarget = ({ method }) => `${method.toLowerCase()} ${client.listPath()}`
    },
  ),
  defect('signed-target-without-method', 'Signs the path alone.', ['client.signature-target'], (client) =>
    wrap(client, 'signedTarget', (target) => (request) => target(request).replace('get ', '')),
  ),
  defect('signed-lines-with-cr', 'Ends the lines with CR LF.', ['client.signature-headers'], (client) =>
    signing(client, (text) => text.replaceAll('\n', '\r\n')),
  ),
  defect('signed-line-end-too-many', 'Ends the last line too.', ['client.signature-headers'], (client) =>
    signing(client, (text) => `${text}\n`),
  ),
  defect(
    'signed-in-another-order',
    'Signs in another order than it says.',
    ['client.signature-headers'],
    (client) => signing(client, (text) => text.split('\n').reverse().join('\n')),
  ),
  defect(
    'signed-accept-differs',
    'Signs another Accept than it sends.',
    ['client.signature-headers'],
    (client) => signing(client, (text) => text.replace('accept: application/json', 'accept: */*')),
  ),
  defect(
    'signed-date-differs',
    'Takes the date for the string a second before that for the header.',
    ['client.signature-headers'],
    (client) =>
      signing(client, (text) =>
        text.replace(
          /date: (.*)/,
          (_, date: string) => `date: ${new Date(Date.parse(date) - 1000).toUTCString()}`,
        ),
      ),
  ),
  defect(
    'signed-names-in-capitals',
    'Signs the names of headers as they are sent.',
    ['client.signature-headers'],
    (client) => signing(client, (text) => text.replace('accept:', 'Accept:').replace('date:', 'Date:')),
  ),
  defect(
    'listed-header-not-sent',
    'Lists a header that it does not send.',
    ['client.signature-headers'],
    (client) => {
      client.signedNames = () => ['(request-target)', 'accept', 'date', 'digest']
    },
  ),
  defect(
    'signed-first-of-repeated',
    'Of a header that it sends twice it signs the first value.',
    ['client.signature-headers'],
    (client) => {
      client.signedNames = () => ['(request-target)', 'accept', 'date', 'x-part']
      const { listRequest, signingString } = client
      client.listRequest = () => {
        const request = listRequest()
        return isMethod(client, 'signature')
          ? { ...request, headers: [...request.headers, ['X-Part', 'a'], ['X-Part', 'b']] }
          : request
      }
      client.signingString = (names, request) =>
        signingString(names, request).replace('x-part: a, b', 'x-part: a')
    },
  ),
  defect('secret-decoded', 'Decodes the key secret from base64.', ['client.signature-secret'], (client) => {
    client.signature = (text) =>
      createHmac('sha256', Buffer.from(secret(client), 'base64'))
        .update(text)
        .digest('base64')
  }),
  defect('hmac-sha512', 'Makes the HMAC with SHA-512.', ['client.signature-secret'], (client) => {
    client.signature = (text) => createHmac('sha512', secret(client)).update(text).digest('base64')
  }),
  defect(
    'signature-of-nothing',
    'Sends a signature of its own making.',
    ['client.signature-secret'],
    (client) => {
      client.signature = () => Buffer.from('a signature of thirty-two bytes!').toString('base64')
    },
  ),
  defect(
    'signature-without-padding',
    'Leaves out the padding of base64.',
    ['client.signature-base64'],
    (client) => wrap(client, 'signature', (sign) => (text) => sign(text).replace(/=+$/, '')),
  ),
  defect(
    'signature-in-hexadecimal',
    'Writes the signature in hexadecimal.',
    ['client.signature-base64'],
    (client) =>
      wrap(client, 'signature', (sign) => (text) => Buffer.from(sign(text), 'base64').toString('hex')),
  ),
  defect(
    'date-in-iso-form',
    'Writes the Date as 2026-11-22T10:00:00Z.',
    ['client.signature-date'],
    (client) => {
      client.date = () => new Date(client.now()).toISOString()
    },
  ),
  defect('date-in-seconds', 'Writes the Date as a number.', ['client.signature-date'], (client) => {
    client.date = () => String(Math.floor(client.now() / 1000))
  }),
  defect(
    'date-ten-minutes-behind',
    'Keeps a clock ten minutes behind for the Date.',
    ['client.signature-date-current'],
    (client) => {
      client.date = () => new Date(client.now() - 600_000).toUTCString()
    },
  ),
  defect(
    'date-a-day-ahead',
    'Keeps a clock a day ahead for the Date.',
    ['client.signature-date-current'],
    (client) => {
      client.date = () => new Date(client.now() + 86_400_000).toUTCString()
    },
  ),
  defect(
    'date-of-another-weekday',
    'Writes a weekday into the Date that is not that of the day.',
    ['client.signature-date'],
    (client) =>
      wrap(client, 'date', (date) => () => date().replace(/^\w+/, (day) => (day === 'Sun' ? 'Mon' : 'Sun'))),
  ),
  defect('signature-made-once', 'Signs once and sends that again.', ['client.signature-fresh'], (client) => {
    const { date } = client
    let kept: string | undefined
    const { use } = client
    client.use = (method) => {
      kept = undefined
      use(method)
    }
    client.date = () => (kept ??= date())
  }),
  defect(
    'accept-sent-twice',
    'Sends Accept: */* after Accept: application/json.',
    ['client.signature-accept'],
    (client) =>
      wrap(client, 'listRequest', (make) => () => {
        const request = make()
        return isMethod(client, 'signature')
          ? { ...request, headers: [...request.headers, ['Accept', '*/*']] }
          : request
      }),
  ),
  defect('accept-anything', 'Sends Accept: */*.', ['client.signature-accept'], (client) => {
    client.accept = () => '*/*'
  }),
  defect('accept-forgotten', 'Sends no Accept.', ['client.signature-accept'], (client) => {
    client.signedNames = () => ['(request-target)', 'date']
    wrap(client, 'listRequest', (make) => () => without(make(), 'Accept'))
  }),
  defect('key-secret-sent', 'Sends the key secret in a header.', ['client.key-secret-unsent'], (client) =>
    list(client, (request) =>
      isMethod(client, 'signature') ? withHeader(request, 'X-Key', secret(client)) : request,
    ),
  ),
  defect(
    'key-secret-sent-in-base64',
    'Sends key ID and secret as Basic would.',
    ['client.key-secret-unsent'],
    (client) =>
      list(client, (request) =>
        isMethod(client, 'signature')
          ? withHeader(request, 'X-Key', Buffer.from(secret(client)).toString('base64'))
          : request,
      ),
  ),
  defect(
    'key-secret-sent-within-base64',
    'Sends key ID and secret together in base64.',
    ['client.key-secret-unsent'],
    (client) =>
      list(client, (request) => {
        const both = `${client.env['CONFORMANCE_KEY_ID']}:${secret(client)}`
        return isMethod(client, 'signature')
          ? withHeader(request, 'X-Key', Buffer.from(both).toString('base64'))
          : request
      }),
  ),
  defect(
    'key-secret-sent-ahead',
    'Sends the key secret once before it signs, without the key ID.',
    ['client.key-secret-unsent'],
    (client) =>
      wrap(client, 'list', (ask) => async () => {
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
