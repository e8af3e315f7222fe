import { maskTarget } from '../../../harness/wire/shown/mask-fields.ts'
import { leadsTo, type GivenChallenge } from '../../../harness/client-judge/read-calls.ts'
import { isSameQuery } from '../../../harness/client-judge/same-url.ts'
import {
  allOf,
  broken,
  callsOf,
  demand,
  everything,
  essence,
  inScenario,
  isOrMissing,
  kept,
  listsOf,
  obligation,
  ofEach,
  type Call,
  type Reading,
} from '../obligation.ts'
import { howCompressed } from '../escaping.ts'
import { isFine, succeeded } from '../outcomes.ts'
import { currentCodes, hasCode, isIn } from '../secrets.ts'
import { codeAt, codesAround } from '../../../harness/client-judge/totp.ts'

/**
 * Returns the second steps. In a client's own tests, only those with an issued seed and the current code, both unaltered.
 */
function secondSteps(reading: Reading): Call[] {
  return reading.calls.filter(
    (call) =>
      call.kind === 'second-step' &&
      !/^(HEAD|OPTIONS)$/.test(call.request.method) &&
      (reading.played.kind === 'scenario' || isUnaltered(reading, call)),
  )
}

function isUnaltered(reading: Reading, call: Call): boolean {
  const values = Object.values(call.fields)
  const current = currentCodes(reading.played.identities.mfa.otpSecret, call)
  return (
    reading.challenges.some(({ seed }) => values.includes(seed)) &&
    // Only the server can check codes of another kind than ours.
    (gaveToken(reading, call) || values.some((value) => current.includes(String(value))))
  )
}

const withBody = (reading: Reading) => secondSteps(reading).filter(({ encoding }) => encoding !== 'none')

const withFields = (reading: Reading) =>
  secondSteps(reading).filter(({ encoding }) => encoding === 'json' || encoding === 'form')

const withCode = (reading: Reading) => withFields(reading).filter(({ fields }) => 'otp_code' in fields)

/** Returns the seeds that the operation of a second step received before it. */
const seedsFor = ({ challenges }: Reading, { number, operation }: Call): string[] =>
  challenges.filter(({ by }) => by.number < number && by.operation === operation).map(({ seed }) => seed)

const withGivenSeed = (reading: Reading) =>
  withFields(reading).filter((call) => 'seed' in call.fields && seedsFor(reading, call).length > 0)

/** Returns the challenge that a second step answers: the one with its seed, otherwise the last one before it. */
function answered({ challenges }: Reading, call: Call): GivenChallenge | undefined {
  const before = challenges.filter(({ by }) => by.number < call.number)
  return before.find(({ seed }) => seed === call.fields['seed']) ?? before.at(-1)
}

/** Returns the query of the `otp_url` that a second step answers; undefined if it has none. */
const queryFor = (reading: Reading, call: Call): string | undefined =>
  answered(reading, call)?.otpUrl.split(/\?(.*)/s)[1]

const gaveToken = ({ tokens }: Reading, call: Call) => tokens.some(({ by }) => by.number === call.number)

export const challengeObligations = [
  obligation('client.challenge-answered', {
    scenarios: ['plain-mfa', 'second-factor-on'],
    judge: (reading) =>
      listsOf(reading).map((list) => {
        const calls = callsOf(reading, list)
        const challenge = reading.challenges.find(({ by }) => by.operation === list.index)
        if (!challenge) return undefined
        return calls.some(({ kind, number }) => kind === 'second-step' && number > challenge.by.number)
          ? kept(challenge.by)
          : broken('a second step', 'the challenge was not answered', challenge.by)
      }),
  }),
  obligation('client.challenge-answered', {
    outcome: true,
    scenarios: ['second-factor-on'],
    judge: (reading) => {
      const [before, list] = listsOf(reading)
      const isGiven = list && reading.challenges.some(({ by }) => by.operation === list.index)
      return isGiven && isFine(reading, before) ? [succeeded(reading, list)] : []
    },
  }),
  obligation('client.challenge-by-code', {
    scenarios: ['look-alike'],
    judge: (reading) =>
      listsOf(reading).map((list) => {
        const given = reading.tokens.find(({ by }) => by.operation === list.index && by.kind === 'login')
        const step = callsOf(reading, list).find(
          ({ kind, number }) => kind === 'second-step' && given !== undefined && number > given.by.number,
        )
        return step
          ? broken('no second step', 'a token response with another code was taken for a challenge', step)
          : undefined
      }),
  }),
  obligation('client.challenge-by-code', {
    outcome: true,
    scenarios: ['look-alike'],
    judge: (reading) => listsOf(reading).map((list) => succeeded(reading, list)),
  }),
  obligation('client.challenge-by-code', {
    outcome: true,
    scenarios: ['second-factor-on'],
    judge: ({ calls, tokens }) =>
      tokens
        .filter(({ by }) => by.kind === 'login')
        .map(({ text, by }) => {
          const list = calls.find(({ kind, credential }) => kind === 'list' && credential === text)
          return list ? kept(list) : broken('a list with the token', 'the token response was not used', by)
        }),
  }),
  ofEach('client.second-step-post', secondSteps, {
    wanted: 'a POST',
    holds: ({ request }) => request.method === 'POST',
    got: ({ request }) => `it was sent with ${request.method}`,
  }),
  ofEach(
    'client.second-step-at-otp-url',
    // Which path of its own origin a client makes of a URL that leads elsewhere is open.
    (reading) =>
      reading.played.scenario === 'otp-url-elsewhere'
        ? []
        : secondSteps(reading).filter((call) => answered(reading, call)),
    {
      wanted: (call, reading) => `the path of otp_url, ${answered(reading, call)?.otpUrl}`,
      holds: (call, reading) =>
        leadsTo(answered(reading, call)?.otpUrl ?? '', reading.played.prefix, call.path),
      got: ({ request }) => `it was sent to ${maskTarget(request.target)}`,
    },
  ),
  ofEach(
    'client.second-step-query',
    (reading) => secondSteps(reading).filter((call) => queryFor(reading, call) !== undefined),
    {
      wanted: (call, reading) => `the query of otp_url, ?${queryFor(reading, call)}`,
      holds: (call, reading) => isSameQuery(call.query, queryFor(reading, call) ?? ''),
      got: ({ query }) => (query === '' ? 'there is none' : `it is ${maskTarget(`?${query}`)}`),
    },
  ),
  ofEach('client.second-step-json', withBody, {
    wanted: 'a JSON object with the content type application/json',
    holds: (call) => call.encoding === 'json' && essence(call) === 'application/json',
    got: (call) =>
      call.encoding === 'json'
        ? `the content type is ${essence(call) || 'missing'}`
        : (howCompressed(call) ?? 'the body is not a JSON object'),
  }),
  ofEach('client.second-step-fields', withFields, {
    wanted: 'the fields seed and otp_code',
    holds: ({ fields }) => 'seed' in fields && 'otp_code' in fields,
    got: ({ fields }) => `the fields are ${Object.keys(fields).join(', ')}`,
  }),
  ofEach('client.seed-unchanged', inScenario(withGivenSeed), {
    wanted: 'the seed as the challenge gave it',
    holds: (call, reading) => seedsFor(reading, call).some((seed) => seed === call.fields['seed']),
    got({ fields: { seed } }, { challenges }) {
      if (typeof seed !== 'string') return 'it is not a string'
      return challenges.some((one) => one.seed === seed)
        ? 'it is that of an earlier challenge'
        : 'it was changed on the way'
    },
  }),
  ofEach('client.code-current', inScenario(withCode), {
    wanted: 'the current code, a string of six digits',
    holds: (call, { played }) =>
      currentCodes(played.told.otpSecret, call).some((code) => code === call.fields['otp_code']),
    got(call, { played }) {
      const code = call.fields['otp_code']
      if (typeof code !== 'string') return `it is a ${typeof code}`
      if (code.length === 6) return 'it is another code'
      return currentCodes(played.told.otpSecret, call).includes(code.padStart(6, '0'))
        ? 'the zero at its start is missing'
        : `it has ${code.length} characters`
    },
  }),
  obligation('client.code-once', {
    scenarios: ['next-code'],
    judge: (reading) => {
      const [first, second] = withFields(reading)
        .filter((call) => gaveToken(reading, call))
        .slice(-2)
      if (!first || !second || first.operation === second.operation) return []
      // Only for a client that keeps the server's time: the real time has not moved on.
      const keepsTime = codesAround(reading.played.told.otpSecret, first.serverMs).includes(
        String(first.fields['otp_code']),
      )
      if (!keepsTime) return []
      return [
        demand(
          second.fields['otp_code'] !== first.fields['otp_code'],
          second,
          `another code than at the last login, ${Math.round((second.serverMs - first.serverMs) / 1000)} s before`,
          () =>
            first.fields['otp_code'] === codeAt(reading.played.told.otpSecret, second.serverMs)
              ? 'two time steps have the same code'
              : 'the same code was sent again',
        ),
      ]
    },
  }),
  ofEach('client.second-step-no-cache', secondSteps, {
    wanted: 'the header cache-control: no-cache',
    holds: (call) =>
      (allOf(call, 'cache-control') ?? '').split(',').some((one) => /^\s*no-cache\s*(=|$)/i.test(one)),
    got: (call) => isOrMissing(allOf(call, 'cache-control')),
  }),
  obligation('client.second-step-only-challenged', {
    // What looks like a challenge is judged by client.challenge-by-code.
    judge: (reading) =>
      reading.played.kind === 'command' || reading.played.scenario === 'look-alike'
        ? []
        : [
            ...secondSteps(reading).map((call) =>
              demand(
                reading.challenges.some(({ by }) => by.number < call.number),
                call,
                'no second step before a challenge',
                () => 'none had been given',
              ),
            ),
            ...reading.tokens.filter(({ by }) => by.kind === 'login').map(({ by }) => kept(by)),
          ],
  }),
  obligation('client.seed-not-after-rejection', {
    scenarios: ['second-step-rejected'],
    judge: (reading) => repeated(reading, (call) => !gaveToken(reading, call), 'was rejected with it'),
  }),
  obligation('client.seed-not-after-token', {
    judge: inScenario((reading) =>
      repeated(reading, (call) => gaveToken(reading, call), 'had been answered with a token'),
    ),
  }),
  obligation('client.otp-url-same-origin', {
    scenarios: ['otp-url-elsewhere'],
    judge: (reading) => {
      for (const call of reading.calls.filter(({ at }) => at === 'other')) {
        const sent = everything(call)
        const isSeed = reading.challenges.some(({ seed }) => isIn(sent, seed))
        if (isSeed || hasCode(reading, call, sent))
          return [broken('nothing at another origin', `the ${isSeed ? 'seed' : 'code'} was sent there`, call)]
      }
      return reading.challenges.map(({ by }) => kept(by))
    },
  }),
]

/** Reports each seed sent again after a second step for which `isEnd` holds. */
function repeated(reading: Reading, isEnd: (call: Call) => boolean, how: string) {
  const steps = withFields(reading).filter(({ fields }) => typeof fields['seed'] === 'string')
  return steps.filter(isEnd).map((end) => {
    const again = steps.find(
      ({ number, fields }) => number > end.number && fields['seed'] === end.fields['seed'],
    )
    return again
      ? broken('a new login', `the same seed was sent again after a second step ${how}`, again)
      : kept(end)
  })
}
