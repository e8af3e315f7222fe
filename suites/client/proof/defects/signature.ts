import { createHmac } from 'node:crypto'
import {
  beforeSigning,
  several,
  breaking,
  changeAuthorization,
  isMethod,
  listBy,
  listing,
  onUse,
  withHeader,
  without,
  wrap,
  wrapping,
} from '../defect.ts'
import type { Client } from '../client.ts'

const authorization = (change: (value: string, client: Client) => string) =>
  changeAuthorization(['signature'], change)
/** Signs another string, or writes it another way. */
const signing = (change: (text: string) => string) =>
  wrapping('signature', (sign) => (text) => sign(change(text)))

const signedBy =
  (hash: string, keyOf: (secret: string) => string | Buffer) =>
  (client: Client): void => {
    const key = keyOf(client.variable('KEY_SECRET'))
    client.signature = (text) => createHmac(hash, key).update(text).digest('base64')
  }
/** Sends a Date that is so much ahead of the client's clock. */
const datedAhead = (ms: number) => (client: Client) => {
  client.date = () => new Date(client.now() + ms).toUTCString()
}

/** Writes a Date in another way. */
const dated = (write: (date: string) => string) => wrapping('date', (date) => () => write(date()))

/** Requests lists with a query, and signs another target. */
const withQuery = (query: string, change: (target: string) => string) => (client: Client) => {
  const { listPath } = client
  client.listPath = () => (isMethod(client, 'signature') ? `${listPath()}?${query}` : listPath())
  wrap(client, 'signedTarget', (target) => (request) => change(target(request)))
}

/** Mistakes with signatures. */
export const signatureDefects = [
  ...breaking('client.signature-layout', {
    // Leaves the algorithm out.
    'signature-without-algorithm': authorization((value) => value.replace(/algorithm="[^"]*",/, '')),
    // Separates the parameters by semicolons.
    'signature-with-semicolons': authorization((value) => value.replaceAll('",', '";')),
    // Sends a comma behind the last parameter.
    'signature-with-a-comma-at-its-end': authorization((value) => `${value},`),
    // Sends the algorithm without quotes.
    'signature-without-quotes': authorization((value) => value.replace('"hmac-sha256"', 'hmac-sha256')),
  }),
  ...breaking('client.signature-key-id', {
    // Sends the key ID in capitals.
    'key-id-in-capitals': authorization((value) =>
      value.replace(/keyId="([^"]*)"/, (_, id: string) => `keyId="${id.toUpperCase()}"`),
    ),
    // Sends a username as key ID.
    'key-id-is-user-name': authorization((value, client) =>
      value.replace(/keyId="[^"]*"/, `keyId="${client.variable('USERNAME')}"`),
    ),
  }),
  ...breaking('client.signature-algorithm', {
    // Names the algorithm hs2019.
    'algorithm-hs2019': authorization((value) => value.replace('hmac-sha256', 'hs2019')),
  }),
  ...breaking('client.signature-covers-target', {
    // Does not sign the target.
    'signature-without-target': listing('accept', 'date'),
    // Sends no list of what is signed.
    'signature-without-list': several(
      listing('date'),
      authorization((value) => value.replace(/headers="[^"]*",/, '')),
    ),
  }),
  ...breaking('client.signature-covers-date', {
    // Does not sign the date.
    'signature-without-date': listing('(request-target)', 'accept'),
  }),
  ...breaking('client.signature-target', {
    // Signs the method in capitals.
    'signed-method-in-capitals': wrapping(
      'signedTarget',
      (target) => (request) => target(request).replace('get', 'GET'),
    ),
    // Signs the whole URL.
    'signed-target-is-url': { signedTarget: ({ method, url }) => `${method.toLowerCase()} ${url}` },
    // Signs the path without its query.
    'signed-target-without-query': withQuery('limit=100', (target) => target.split('?')[0] ?? ''),
    // Signs the query with its parameters sorted.
    'signed-query-sorted': withQuery('search=a&limit=100', (target) =>
      target.replace('search=a&limit=100', 'limit=100&search=a'),
    ),
    // Signs the query with its space encoded as in a form.
    'signed-query-encoded-again': withQuery('search=a%20b', (target) => target.replace('%20', '+')),
    // Signs the path without that of the base URL.
    'signed-target-without-prefix': (client) => {
      client.signedTarget = ({ method }) => `${method.toLowerCase()} ${client.listPath()}`
    },
    // Signs the target in lower case, not the method alone.
    'signed-target-in-lower-case': wrapping(
      'signedTarget',
      (target) => (request) => target(request).toLowerCase(),
    ),
    // Signs the path with its tilde percent-encoded.
    'signed-tilde-encoded': wrapping(
      'signedTarget',
      (target) => (request) => target(request).replaceAll('~', '%7E'),
    ),
    // Signs only the path, without the method.
    'signed-target-without-method': wrapping(
      'signedTarget',
      (target) => (request) => target(request).replace('get ', ''),
    ),
  }),
  ...breaking('client.signature-headers', {
    // Ends the lines with CR LF.
    'signed-lines-with-cr': signing((text) => text.replaceAll('\n', '\r\n')),
    // Ends the last line too.
    'signed-line-end-too-many': signing((text) => `${text}\n`),
    // Signs in another order than it says.
    'signed-in-another-order': signing((text) => text.split('\n').reverse().join('\n')),
    // Signs another Accept than it sends.
    'signed-accept-differs': signing((text) => text.replace('accept: application/json', 'accept: */*')),
    // Takes the date for the string a second before that for the header.
    'signed-date-differs': signing((text) =>
      text.replace(
        /date: (.*)/,
        (_, date: string) => `date: ${new Date(Date.parse(date) - 1000).toUTCString()}`,
      ),
    ),
    // Signs the names of headers as they are sent.
    'signed-names-in-capitals': signing((text) =>
      text.replace('accept:', 'Accept:').replace('date:', 'Date:'),
    ),
    // Lists a header that it does not send.
    'listed-header-not-sent': listing('(request-target)', 'accept', 'date', 'digest'),
    // Signs only the first value of a header that it sends twice.
    'signed-first-of-repeated': several(
      listing('(request-target)', 'accept', 'date', 'x-part'),
      beforeSigning(['X-Part', 'a'], ['X-Part', 'b']),
      signing((text) => text.replace('x-part: a, b', 'x-part: a')),
    ),
    // Signs in UTF-8 what it sends in Latin-1.
    'signed-in-other-bytes': several(
      listing('(request-target)', 'accept', 'date', 'x-name'),
      beforeSigning(['X-Name', 'Zoë']),
    ),
  }),
  ...breaking('client.signature-secret', {
    // Decodes the key secret from base64.
    'secret-decoded': signedBy('sha256', (secret) => Buffer.from(secret, 'base64')),
    // Turns the key secret to lower case.
    'secret-in-lower-case': signedBy('sha256', (secret) => secret.toLowerCase()),
    // Computes the HMAC with SHA-512.
    'hmac-sha512': signedBy('sha512', (secret) => secret),
    // Sends a signature of its own making.
    'signature-of-nothing': {
      signature: () => Buffer.from('a signature of thirty-two bytes!').toString('base64'),
    },
  }),
  ...breaking('client.signature-base64', {
    // Leaves out the padding of base64.
    'signature-without-padding': wrapping('signature', (sign) => (text) => sign(text).replace(/=+$/, '')),
    // Writes the signature in hexadecimal.
    'signature-in-hexadecimal': wrapping(
      'signature',
      (sign) => (text) => Buffer.from(sign(text), 'base64').toString('hex'),
    ),
  }),
  ...breaking('client.signature-date', {
    // Writes the Date as 2026-11-22T10:00:00Z.
    'date-in-iso-form': wrapping(
      'date',
      (_, { now }) =>
        () =>
          new Date(now()).toISOString(),
    ),
    // Writes the Date as a number.
    'date-in-seconds': wrapping(
      'date',
      (_, { now }) =>
        () =>
          String(Math.floor(now() / 1000)),
    ),
    // Writes the first days of a month without a zero, as Java's RFC_1123_DATE_TIME does.
    'day-without-zero': wrapping('date', (date) => () => date().replace(/ 0(?=\d )/, ' ')),
    // Writes hours before ten without a zero.
    'hour-without-zero': wrapping('date', (date) => () => date().replace(/ 0(?=\d:)/, ' ')),
    // Writes Sept, June and July, as Java does for some countries.
    'month-of-four-letters': dated((date) =>
      date.replace('Sep', 'Sept').replace('Jun', 'June').replace('Jul', 'July'),
    ),
    // Writes Tues and Thurs.
    'weekday-of-more-letters': dated((date) => date.replace('Tue', 'Tues').replace('Thu', 'Thurs')),
    // Writes midnight as hour 24.
    'midnight-is-24': dated((date) => date.replace(' 00:', ' 24:')),
    // Writes a weekday into the Date that is not that of the day.
    'date-of-another-weekday': wrapping(
      'date',
      (date) => () => date().replace(/^\w+/, (day) => (day === 'Sun' ? 'Mon' : 'Sun')),
    ),
  }),
  ...breaking('client.signature-date-current', {
    // Keeps a clock ten minutes behind for the Date.
    'date-ten-minutes-behind': datedAhead(-600_000),
    // Keeps a clock a day ahead for the Date.
    'date-a-day-ahead': datedAhead(86_400_000),
    // Writes the hours of the afternoon as those of the morning.
    'date-of-twelve-hours': dated((date) =>
      date.replace(/\d\d(?=:\d\d:)/, (hour) => String(Number(hour) % 12 || 12).padStart(2, '0')),
    ),
    // Takes local time for GMT.
    'date-in-local-time': (client) => {
      const aheadMs = client.env['TZ'] === 'Asia/Kathmandu' ? 5.75 * 3_600_000 : 0
      datedAhead(aheadMs)(client)
    },
    // Takes local time for GMT, in a country with summer time.
    'date-in-summer-time': wrapping('date', (date, client) => () => {
      const month = new Date(client.now()).getUTCMonth()
      return month > 3 && month < 9 ? new Date(client.now() + 3_600_000).toUTCString() : date()
    }),
  }),
  ...breaking('client.signature-fresh', {
    // Signs once and sends that again.
    'signature-made-once': (client) => {
      const { date } = client
      let kept: string | undefined
      onUse(client, () => (kept = undefined))
      client.date = () => (kept ??= date())
    },
  }),
  ...breaking('client.signature-accept', {
    // Sends Accept: */* after Accept: application/json.
    'accept-sent-twice': beforeSigning(['Accept', '*/*']),
    // Sends Accept: */*.
    'accept-anything': { accept: () => '*/*' },
    // Sends no Accept.
    'accept-forgotten': several(
      listing('(request-target)', 'date'),
      wrapping('listRequest', (make) => () => without(make(), 'Accept')),
    ),
  }),
  ...breaking('client.key-secret-unsent', {
    // Sends the key secret in a header.
    'key-secret-sent': listBy(['signature'], (request, client) =>
      withHeader(request, 'X-Key', client.variable('KEY_SECRET')),
    ),
    // Sends key ID and secret as Basic would.
    'key-secret-sent-in-base64': listBy(['signature'], (request, client) =>
      withHeader(request, 'X-Key', Buffer.from(client.variable('KEY_SECRET')).toString('base64')),
    ),
    // Sends the key secret in hexadecimal, with capitals.
    'key-secret-sent-in-hexadecimal': listBy(['signature'], (request, client) =>
      withHeader(request, 'X-Key', Buffer.from(client.variable('KEY_SECRET')).toString('hex').toUpperCase()),
    ),
    // Sends key ID and secret together in base64.
    'key-secret-sent-within-base64': listBy(['signature'], (request, client) => {
      const pair = `${client.variable('KEY_ID')}:${client.variable('KEY_SECRET')}`
      return withHeader(request, 'X-Key', Buffer.from(pair).toString('base64'))
    }),
    // Sends the key secret once before it signs, without the key ID.
    'key-secret-sent-ahead': wrapping('list', (ask, client) => async () => {
      if (isMethod(client, 'signature'))
        await client.send({
          method: 'POST',
          url: `${client.base()}/api/v1/authentication/access-keys/`,
          headers: [['Content-Type', 'application/json']],
          body: JSON.stringify({ secret: client.variable('KEY_SECRET') }),
        })
      return await ask()
    }),
  }),
]
