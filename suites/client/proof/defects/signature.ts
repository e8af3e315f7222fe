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
  rewriting,
  withHeader,
  without,
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

const dated = (write: (date: string) => string) => rewriting('date', write)

/** Requests lists with a query, and signs another target. */
const withQuery = (query: string, change: (target: string) => string) =>
  several(
    rewriting('listPath', (path, client) => (isMethod(client, 'signature') ? `${path}?${query}` : path)),
    rewriting('signedTarget', change),
  )

/** Mistakes with signatures. */
export const signatureDefects = [
  ...breaking('client.signature-layout', {
    'signature-without-algorithm': authorization((value) => value.replace(/algorithm="[^"]*",/, '')),
    'signature-with-semicolons': authorization((value) => value.replaceAll('",', '";')),
    'signature-with-a-comma-at-its-end': authorization((value) => `${value},`),
    'signature-without-quotes': authorization((value) => value.replace('"hmac-sha256"', 'hmac-sha256')),
  }),
  ...breaking('client.signature-key-id', {
    'key-id-in-capitals': authorization((value) =>
      value.replace(/keyId="([^"]*)"/, (_, id: string) => `keyId="${id.toUpperCase()}"`),
    ),
    'key-id-is-user-name': authorization((value, client) =>
      value.replace(/keyId="[^"]*"/, `keyId="${client.variable('USERNAME')}"`),
    ),
  }),
  ...breaking('client.signature-algorithm', {
    'algorithm-hs2019': authorization((value) => value.replace('hmac-sha256', 'hs2019')),
  }),
  ...breaking('client.signature-covers-target', {
    'signature-without-target': listing('accept', 'date'),
    'signature-without-list': several(
      listing('date'),
      authorization((value) => value.replace(/headers="[^"]*",/, '')),
    ),
  }),
  ...breaking('client.signature-covers-date', {
    'signature-without-date': listing('(request-target)', 'accept'),
  }),
  ...breaking('client.signature-target', {
    'signed-method-in-capitals': rewriting('signedTarget', (target) => target.replace('get', 'GET')),
    'signed-target-is-url': { signedTarget: ({ method, url }) => `${method.toLowerCase()} ${url}` },
    'signed-target-without-query': withQuery('limit=100', (target) => target.split('?')[0] ?? ''),
    'signed-query-sorted': withQuery('search=a&limit=100', (target) =>
      target.replace('search=a&limit=100', 'limit=100&search=a'),
    ),
    'signed-query-encoded-again': withQuery('search=a%20b', (target) => target.replace('%20', '+')),
    'signed-target-without-prefix': (client) => {
      client.signedTarget = ({ method }) => `${method.toLowerCase()} ${client.listPath()}`
    },
    'signed-target-in-lower-case': rewriting('signedTarget', (target) => target.toLowerCase()),
    'signed-tilde-encoded': rewriting('signedTarget', (target) => target.replaceAll('~', '%7E')),
    'signed-target-without-method': rewriting('signedTarget', (target) => target.replace('get ', '')),
  }),
  ...breaking('client.signature-headers', {
    'signed-lines-with-cr': signing((text) => text.replaceAll('\n', '\r\n')),
    'signed-line-end-too-many': signing((text) => `${text}\n`),
    'signed-in-another-order': signing((text) => text.split('\n').reverse().join('\n')),
    'signed-accept-differs': signing((text) => text.replace('accept: application/json', 'accept: */*')),
    // Takes the date for the string a second before that for the header.
    'signed-date-differs': signing((text) =>
      text.replace(
        /date: (.*)/,
        (_, date: string) => `date: ${new Date(Date.parse(date) - 1000).toUTCString()}`,
      ),
    ),
    'signed-names-in-capitals': signing((text) =>
      text.replace('accept:', 'Accept:').replace('date:', 'Date:'),
    ),
    'listed-header-not-sent': listing('(request-target)', 'accept', 'date', 'digest'),
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
    'secret-decoded': signedBy('sha256', (secret) => Buffer.from(secret, 'base64')),
    'secret-in-lower-case': signedBy('sha256', (secret) => secret.toLowerCase()),
    'hmac-sha512': signedBy('sha512', (secret) => secret),
    // Sends a signature of its own making.
    'signature-of-nothing': {
      signature: () => Buffer.from('a signature of thirty-two bytes!').toString('base64'),
    },
  }),
  ...breaking('client.signature-base64', {
    'signature-without-padding': rewriting('signature', (made) => made.replace(/=+$/, '')),
    'signature-in-hexadecimal': rewriting('signature', (made) => Buffer.from(made, 'base64').toString('hex')),
  }),
  ...breaking('client.signature-date', {
    // Writes the Date as 2026-11-22T10:00:00Z.
    'date-in-iso-form': rewriting('date', (_, { now }) => new Date(now()).toISOString()),
    'date-in-seconds': rewriting('date', (_, { now }) => String(Math.floor(now() / 1000))),
    // Writes the first days of a month without a zero, as Java's RFC_1123_DATE_TIME does.
    'day-without-zero': dated((date) => date.replace(/ 0(?=\d )/, ' ')),
    'hour-without-zero': dated((date) => date.replace(/ 0(?=\d:)/, ' ')),
    // Writes Sept, June and July, as Java does for some countries.
    'month-of-four-letters': dated((date) =>
      date.replace('Sep', 'Sept').replace('Jun', 'June').replace('Jul', 'July'),
    ),
    'weekday-of-more-letters': dated((date) => date.replace('Tue', 'Tues').replace('Thu', 'Thurs')),
    'midnight-is-24': dated((date) => date.replace(' 00:', ' 24:')),
    'date-of-another-weekday': dated((date) =>
      date.replace(/^\w+/, (day) => (day === 'Sun' ? 'Mon' : 'Sun')),
    ),
  }),
  ...breaking('client.signature-date-current', {
    'date-ten-minutes-behind': datedAhead(-600_000),
    'date-a-day-ahead': datedAhead(86_400_000),
    // Writes the hours of the afternoon as those of the morning.
    'date-of-twelve-hours': dated((date) =>
      date.replace(/\d\d(?=:\d\d:)/, (hour) => String(Number(hour) % 12 || 12).padStart(2, '0')),
    ),
    'date-in-local-time': (client) => {
      const aheadMs = client.env['TZ'] === 'Asia/Kathmandu' ? 5.75 * 3_600_000 : 0
      datedAhead(aheadMs)(client)
    },
    // Takes local time for GMT, in a country with summer time.
    'date-in-summer-time': rewriting('date', (date, client) => {
      const month = new Date(client.now()).getUTCMonth()
      return month > 3 && month < 9 ? new Date(client.now() + 3_600_000).toUTCString() : date
    }),
  }),
  ...breaking('client.signature-fresh', {
    'signature-made-once': (client) => {
      const { date } = client
      let kept: string | undefined
      onUse(client, () => (kept = undefined))
      client.date = () => (kept ??= date())
    },
  }),
  ...breaking('client.signature-accept', {
    'accept-sent-twice': beforeSigning(['Accept', '*/*']),
    'accept-anything': { accept: () => '*/*' },
    'accept-forgotten': several(
      listing('(request-target)', 'date'),
      wrapping('listRequest', (make) => () => without(make(), 'Accept')),
    ),
  }),
  ...breaking('client.key-secret-unsent', {
    'key-secret-sent': listBy(['signature'], (request, client) =>
      withHeader(request, 'X-Key', client.variable('KEY_SECRET')),
    ),
    // Sends key ID and secret as Basic would.
    'key-secret-sent-in-base64': listBy(['signature'], (request, client) =>
      withHeader(request, 'X-Key', Buffer.from(client.variable('KEY_SECRET')).toString('base64')),
    ),
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
