import { Failure } from '../failure.ts'
import type { Client } from '../client.ts'
import {
  breaking,
  changeStepFields,
  defect,
  formOf,
  step,
  withFields,
  withHeader,
  without,
  wrap,
  wrapping,
} from '../defect.ts'

const challengeAnswered = breaking('client.challenge-answered')
const challengeByCode = breaking('client.challenge-by-code')
const secondStepAtOtpUrl = breaking('client.second-step-at-otp-url')
const secondStepQuery = breaking('client.second-step-query')
const secondStepJson = breaking('client.second-step-json')
const secondStepFields = breaking('client.second-step-fields')
const seedUnchanged = breaking('client.seed-unchanged')
const codeCurrent = breaking('client.code-current')
const secondStepNoCache = breaking('client.second-step-no-cache')
const otpUrlSameOrigin = breaking('client.otp-url-same-origin')

/** Makes the one-time codes of another time. */
function codeAt(client: Client, time: (now: number) => number) {
  const { code, now } = client
  client.code = () => {
    client.now = () => time(now())
    const made = code()
    client.now = now
    return made
  }
}

/** Mistakes about the challenge and the second step. */
export const challengeDefects = [
  challengeAnswered('challenge-not-known', 'Does not know what a challenge is.', (client) => {
    client.isChallenge = () => false
  }),
  challengeAnswered('challenge-given-up', 'Fails when a second factor is asked for.', (client) => {
    client.answerChallenge = () => Promise.reject(new Failure('a second factor is not supported'))
  }),
  challengeAnswered(
    'second-factor-known-by-first-login',
    'Answers no challenge if the first login had none.',
    (client) => {
      const wasWithout = new Map<string, boolean>()
      wrap(client, 'isChallenge', (is) => (body, answer) => {
        const isOne = is(body, answer)
        const { username } = client.account()
        if (!wasWithout.has(username)) wasWithout.set(username, !isOne)
        return isOne && wasWithout.get(username) === false
      })
    },
  ),
  defect(
    'challenge-known-by-code-field',
    'Treats every response with a code as a challenge.',
    ['client.challenge-by-code', 'client.tolerates-more-fields'],
    (client) => {
      client.isChallenge = ({ code }) => typeof code === 'number'
    },
  ),
  challengeByCode('challenge-known-by-msg', 'Treats every response with a msg as a challenge.', (client) => {
    client.isChallenge = ({ msg, error }) => typeof msg === 'string' && error === undefined
  }),
  challengeByCode(
    'challenge-known-by-seed',
    'Treats every response with a seed as a challenge.',
    (client) => {
      client.isChallenge = ({ seed }) => typeof seed === 'string'
    },
  ),
  challengeByCode(
    'challenge-known-by-code-from-101',
    'Treats every code from 101 up as a challenge.',
    (client) => {
      client.isChallenge = ({ code }) => typeof code === 'number' && code >= 101
    },
  ),
  challengeByCode(
    'challenge-known-by-start-of-code',
    'Looks for code 101 in the text of the response, where 1010 begins like it.',
    (client) => {
      client.isChallenge = (_, { body }) => /"code"\s*:\s*101/.test(body)
    },
  ),
  defect('second-step-by-put', 'Sends the second step with PUT.', ['client.second-step-post'], (client) =>
    step(client, (request) => ({ ...request, method: 'PUT' })),
  ),
  secondStepAtOtpUrl(
    'second-step-at-fixed-path',
    'Sends the second step to the path in the endpoint table, whatever otp_url says.',
    wrapping(
      'stepUrl',
      (stepUrl) => (otpUrl) =>
        // Keeps the query, and a whole URL; only the path is its own.
        stepUrl(otpUrl.replace(/^\/[^?]*/, '/api/v1/authentication/otp/auth/')),
    ),
  ),
  secondStepAtOtpUrl(
    'second-step-below-login',
    'Sends the second step to a path below the login.',
    wrapping(
      'stepUrl',
      (stepUrl, client) => (otpUrl) => stepUrl(otpUrl.replace(/^\/[^?]*/, `${client.loginPath()}otp/`)),
    ),
  ),
  secondStepAtOtpUrl(
    'slash-added-to-otp-url',
    'Ends the path of otp_url with a slash.',
    wrapping('stepUrl', (stepUrl) => (otpUrl) => stepUrl(otpUrl).replace(/\/?(?=\?|$)/, '/')),
  ),
  secondStepQuery('otp-url-without-query', 'Drops the query of otp_url.', (client) =>
    wrap(client, 'stepUrl', (url) => (otpUrl) => url(otpUrl).replace(/\?.*/, '')),
  ),
  secondStepQuery('otp-url-query-encoded-again', 'Encodes the query of otp_url once more.', (client) =>
    wrap(client, 'stepUrl', (url) => (otpUrl) => url(otpUrl).replaceAll('%', '%25')),
  ),
  secondStepJson('second-step-as-form', 'Sends the second step as a form.', (client) =>
    step(client, (request) => ({
      ...withHeader(request, 'Content-Type', 'application/x-www-form-urlencoded'),
      body: formOf(request),
    })),
  ),
  secondStepJson('second-step-called-text', 'Sends the JSON of the second step as text/plain.', (client) =>
    step(client, (request) => withHeader(request, 'Content-Type', 'text/plain')),
  ),
  secondStepFields('code-field-code', 'Names the field of the one-time code "code".', (client) =>
    changeStepFields(client, ({ seed, otp_code: code }) => ({ seed, code })),
  ),
  secondStepFields('seed-field-token', 'Names the field of the seed "token".', (client) =>
    changeStepFields(client, ({ seed, otp_code: code }) => ({ token: seed, otp_code: code })),
  ),
  seedUnchanged('seed-in-capitals', 'Sends the seed in capitals.', (client) =>
    changeStepFields(client, (fields) => ({ ...fields, seed: String(fields['seed']).toUpperCase() })),
  ),
  seedUnchanged('seed-trimmed', 'Sends the seed without the spaces around it.', (client) =>
    changeStepFields(client, (fields) => ({ ...fields, seed: String(fields['seed']).trim() })),
  ),
  seedUnchanged('seed-cut-off', 'Cuts the seed after 256 characters, or its last one.', (client) =>
    changeStepFields(client, (fields) => ({
      ...fields,
      seed: String(fields['seed']).slice(0, 256).slice(0, -1),
    })),
  ),
  seedUnchanged('seed-with-hash', 'Sends the seed with the code appended.', (client) =>
    changeStepFields(client, (fields) => ({
      ...fields,
      seed: `${String(fields['seed'])}.${String(fields['otp_code'])}`,
    })),
  ),
  codeCurrent('code-as-number', 'Sends the one-time code as a number.', (client) =>
    changeStepFields(client, (fields) => ({ ...fields, otp_code: Number(fields['otp_code']) })),
  ),
  codeCurrent('code-without-zeros', 'Turns the one-time code into a number and back into text.', (client) =>
    wrap(client, 'code', (code) => () => String(Number(code()))),
  ),
  codeCurrent('code-of-a-minute', 'Generates one-time codes for steps of a minute.', (client) =>
    codeAt(client, (now) => now / 2),
  ),
  codeCurrent('code-of-ten-minutes-ago', 'Keeps a clock that is ten minutes behind for codes.', (client) =>
    codeAt(client, (now) => now - 600_000),
  ),
  defect(
    'code-kept-for-a-minute',
    'Keeps a one-time code for its time step and the next one.',
    ['client.code-once'],
    (client) => {
      const { code } = client
      let kept = { step: -Infinity, code: '' }
      client.code = () => {
        const step = Math.floor(client.now() / 30_000)
        if (step > kept.step + 1) kept = { step, code: code() }
        return kept.code
      }
    },
  ),
  secondStepNoCache('no-cache-forgotten', 'Sends the second step without cache-control.', (client) =>
    step(client, (request) => without(request, 'Cache-Control')),
  ),
  secondStepNoCache('no-cache-misspelt', 'Sends cache-control: max-age=0.', (client) =>
    step(client, (request) => withHeader(request, 'Cache-Control', 'max-age=0')),
  ),
  defect(
    'second-step-always',
    'Sends a second step before each login, in case.',
    ['client.second-step-only-challenged'],
    wrapping('logIn', (logIn, client) => async () => {
      if (client.method === 'token')
        await client.send({
          ...client.stepRequest({ seed: 'none', otpUrl: '/api/v1/authentication/otp/auth/' }),
        })
      await logIn()
    }),
  ),
  defect(
    'seed-tried-again',
    'Sends the seed again after the second step was rejected.',
    ['client.seed-not-after-rejection'],
    wrapping(
      'answerChallenge',
      (answerChallenge) => (challenge) =>
        answerChallenge(challenge).catch((error: unknown) =>
          error instanceof Failure ? answerChallenge(challenge) : Promise.reject(error as Error),
        ),
    ),
  ),
  defect(
    'second-step-sent-twice',
    'Sends the second step again although it has a token.',
    ['client.seed-not-after-token'],
    wrapping('answerChallenge', (answerChallenge, client) => async (challenge) => {
      await answerChallenge(challenge)
      const { token } = client
      await answerChallenge(challenge).catch(() => {})
      client.token = token
    }),
  ),
  otpUrlSameOrigin('otp-url-followed-anywhere', 'Follows an otp_url to another origin.', (client) => {
    const { stepUrl } = client
    client.stepUrl = (otpUrl) => (/^https?:/.test(otpUrl) ? otpUrl : stepUrl(otpUrl))
  }),
  otpUrlSameOrigin(
    'otp-url-without-scheme-followed',
    'Treats an otp_url that begins with two slashes as a path.',
    wrapping(
      'stepUrl',
      (stepUrl) => (otpUrl) => (otpUrl.startsWith('//') ? `http:${otpUrl}` : stepUrl(otpUrl)),
    ),
  ),
  otpUrlSameOrigin(
    'code-sent-to-any-host',
    'Sends the code without the seed to an otp_url of another origin.',
    (client) => {
      const { stepUrl } = client
      client.stepUrl = (otpUrl) => (/^https?:/.test(otpUrl) ? otpUrl : stepUrl(otpUrl))
      step(client, (request) =>
        request.url.startsWith(new URL(client.base()).origin)
          ? request
          : withFields(request, ({ otp_code: code }) => ({ otp_code: code })),
      )
    },
  ),
  secondStepNoCache(
    'cache-control-x-no-cache',
    'Sends a directive whose name only ends in no-cache.',
    (client) => step(client, (request) => withHeader(request, 'Cache-Control', 'x-no-cache')),
  ),
  defect(
    'code-in-list-query',
    'Adds the current code to the query of the list.',
    ['client.no-secret-in-url'],
    wrapping(
      'listPath',
      (path, client) => () => (client.method === 'mfa' ? `${path()}?otp=${client.code()}` : path()),
    ),
  ),
]
