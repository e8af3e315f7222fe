import {
  allOf,
  broken,
  demand,
  everything,
  header,
  isOrMissing,
  inScenario,
  kept,
  obligation,
  ofEach,
  type Call,
  type Reading,
} from '../obligation.ts'
import {
  difference,
  faultOf,
  isSeparated,
  parametersOf,
  unknownMistake,
  type SignatureFault,
} from '../read-signature.ts'
import { isIn } from '../secrets.ts'

/**
 * Returns the signed requests. In a client's own tests, only those with this run's key whose signature isn't deliberately
 * wrong.
 */
export const signed = (reading: Reading): Call[] =>
  reading.calls.filter((call) => {
    if (call.at === 'other' || !/^signature$/i.test(call.scheme ?? '')) return false
    if (reading.played.kind === 'scenario') return true
    const { keyId, keySecret } = reading.played.identities.key
    return parametersOf(call).keyId === keyId && faultOf(call, keySecret)?.why !== unknownMistake
  })

/** Returns the signed requests of a scenario that name a key. */
const withKeyId = inScenario((reading) =>
  signed(reading).filter((call) => parametersOf(call).keyId !== undefined),
)

const withAlgorithm = (reading: Reading) =>
  signed(reading).filter((call) => parametersOf(call).algorithm !== undefined)

const withList = (reading: Reading) => signed(reading).filter((call) => parametersOf(call).list !== undefined)

const withSignature = (reading: Reading) =>
  signed(reading).filter((call) => parametersOf(call).signature !== undefined)

function whatIsNotBase64(signature = ''): string | undefined {
  if (/^(?:[\da-f]{40}|[\da-f]{64}|[\da-f]{128})$/i.test(signature)) return 'it is hexadecimal'
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(signature) && signature.length % 4 === 0) return undefined
  if (/^[\w-]+=*$/.test(signature) && /[-_]/.test(signature))
    return 'it is base64 for URLs, with - for + and _ for /'
  return /^[A-Za-z0-9+/]+=*$/.test(signature) ? 'its padding is wrong' : 'it has other characters'
}

const imfFixdate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/
const skewMs = 300_000
/** A declared secret that is shorter may be a word that any request contains, such as `password`. */
const noWord = 16

/**
 * How far the Date of a request is from real time or the server's, whichever is nearest. Earlier answers may have told the
 * client another time of the server, and one that requests several lists at once learns of a jump after all of them.
 */
function awayMs(call: Call, { calls }: Reading): number {
  const behindMs = call.realMs - Date.parse(header(call, 'date') ?? '')
  const told = calls.filter(({ number }) => number <= call.number)
  const aheadMs = [0, ...told.map(({ serverMs, realMs }) => serverMs - realMs)]
  return Math.min(...aheadMs.map((ms) => Math.abs(behindMs + ms)))
}

/** Judges signatures that cover the part at all. */
const agrees = (part: SignatureFault['part'], wanted: string) => (reading: Reading) =>
  withSignature(reading)
    .filter((call) => parametersOf(call).keyId === reading.played.identities.key.keyId)
    .map((call) => {
      const fault = faultOf(call, reading.played.identities.key.keySecret)
      if (fault === undefined) return kept(call)
      return fault.part === part ? broken(wanted, difference(fault), call) : undefined
    })

/** A signature that doesn't cover the date, or was made incorrectly, breaks another rule. */
const datedAndRight = (reading: Reading) =>
  signed(reading).filter(
    (call) =>
      parametersOf(call).list?.includes('date') === true &&
      faultOf(call, reading.played.identities.key.keySecret) === undefined,
  )

/**
 * Scenarios in which a list is requested again later, and how long after an earlier request its signature has to be its own:
 * a Date has whole seconds, the client's need not begin when ours do, and a request may take long from its Date to us.
 */
const signedAgain = {
  'plain-signature': 1500,
  'retry-after-signature': 1500,
  'server-error-signature': 2000,
}

/** Judges a request that was made well over a second after others: it may not have the signature of any of them. */
const demandOwnSignature = (call: Call, earlier: readonly Call[]) =>
  demand(
    !earlier.some(({ credential }) => credential === call.credential),
    call,
    'a signature of its own',
    () => 'it is that of an earlier request',
  )

export const signatureObligations = [
  obligation('client.signature-layout', {
    judge: (reading) =>
      signed(reading).map((call) => {
        const parameters = parametersOf(call)
        const missing = (['keyId', 'algorithm', 'signature'] as const).filter(
          (name) => parameters[name] === undefined,
        )
        if (missing.length > 0) {
          const got = `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing or without quotes`
          return broken('keyId, algorithm and signature, each in quotes', got, call)
        }
        return demand(
          isSeparated(call),
          call,
          'one comma between two parameters',
          () => 'there is something else between them, or before or behind them',
        )
      }),
  }),
  ofEach('client.signature-key-id', withKeyId, {
    wanted: 'the keyId as it was given',
    holds: (call, { played }) => parametersOf(call).keyId === played.identities.key.keyId,
    got: () => 'it is another one',
  }),
  ofEach('client.signature-algorithm', withAlgorithm, {
    wanted: 'algorithm="hmac-sha256"',
    holds: (call) => /^(hmac-sha256|rsa-sha256)$/.test(parametersOf(call).algorithm ?? ''),
    got: (call) => `it is "${parametersOf(call).algorithm}"`,
  }),
  ofEach('client.signature-covers-target', signed, {
    wanted: '(request-target) in the list of signed headers',
    holds: (call) => parametersOf(call).list?.includes('(request-target)') ?? false,
    got: (call) =>
      parametersOf(call).list ? `the list is ${parametersOf(call).list?.join(' ')}` : 'there is no list',
  }),
  ofEach('client.signature-covers-date', withList, {
    wanted: 'date in the list of signed headers',
    holds: (call) => parametersOf(call).list?.includes('date') ?? false,
    got: (call) => `the list is ${parametersOf(call).list?.join(' ')}`,
  }),
  obligation('client.signature-target', { judge: agrees('target', 'the target signed as it was sent') }),
  obligation('client.signature-headers', {
    judge: agrees('headers', 'the headers signed as they were sent'),
  }),
  obligation('client.signature-secret', {
    judge: agrees('secret', 'the HMAC-SHA256 of the signing string by the key secret'),
  }),
  ofEach('client.signature-base64', withSignature, {
    wanted: 'base64 with its padding',
    holds: (call) => whatIsNotBase64(parametersOf(call).signature) === undefined,
    got: (call) => whatIsNotBase64(parametersOf(call).signature) ?? '',
  }),
  ofEach('client.signature-date', signed, {
    wanted: 'an HTTP date such as Sun, 06 Nov 1994 08:49:37 GMT',
    holds: (call) => {
      const date = header(call, 'date')
      return date !== undefined && imfFixdate.test(date) && new Date(date).toUTCString() === date
    },
    got: (call) =>
      header(call, 'date') === undefined ? 'there is no Date header' : `it is ${header(call, 'date')}`,
  }),
  ofEach(
    'client.signature-date-current',
    (reading) => signed(reading).filter((call) => !Number.isNaN(awayMs(call, reading))),
    {
      wanted: 'the time of the request',
      holds: (call, reading) => awayMs(call, reading) <= skewMs,
      got: (call, reading) => `the Date is ${Math.round(awayMs(call, reading) / 1000)} s away`,
    },
  ),
  ...Object.entries(signedAgain).map(([scenario, ms]) =>
    obligation('client.signature-fresh', {
      scenarios: [scenario],
      judge: (reading) =>
        datedAndRight(reading).map((call, _, all) => {
          const earlier = all.filter(({ sentAt }) => call.sentAt - sentAt > ms)
          return earlier.length === 0 ? undefined : demandOwnSignature(call, earlier)
        }),
    }),
  ),
  ofEach('client.signature-accept', signed, {
    wanted: 'the header Accept: application/json',
    holds: (call) => /^application\/json(?:, application\/json)*$/i.test(allOf(call, 'accept') ?? ''),
    got: (call) => isOrMissing(allOf(call, 'accept')),
  }),
  obligation('client.key-secret-unsent', {
    judge: (reading) => {
      const { played } = reading
      const { keyId, keySecret } = played.identities.key
      const own = signed(reading)
      return reading.calls.map((call) => {
        const { request } = call
        const isMeant = request.headers.some(([, value]) => value.includes(keyId))
        if (!isMeant && keySecret.length < noWord) return undefined
        if (isIn(everything(call), keySecret))
          return broken('no key secret in a request', 'it was sent', call)
        return isMeant && (played.kind === 'scenario' || own.includes(call)) ? kept(call) : undefined
      })
    },
  }),
]
