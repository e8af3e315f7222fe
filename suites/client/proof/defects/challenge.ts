import { unescape } from 'node:querystring'
import { Failure } from '../client.ts'
import {
  breaking,
  changeStepFields,
  formOf,
  onUse,
  rewriting,
  step,
  several,
  fieldsOf,
  withHeader,
  without,
  wrap,
  wrapping,
} from '../defect.ts'

/** Makes the one-time codes of another time. */
const codeAt = (time: (now: number) => number) =>
  wrapping('code', (code, client) => () => {
    const { now } = client
    client.now = () => time(now())
    const made = code()
    client.now = now
    return made
  })

/** Follows an otp_url whose text is like this, wherever it leads. */
const followingOtpUrl = (isFollowed: (otpUrl: string, base: string) => boolean) =>
  wrapping('stepUrl', (stepUrl, client) => (otpUrl) => {
    const { origin } = new URL(client.base())
    const { host, href } = new URL(otpUrl, `${origin}/`)
    return isFollowed(otpUrl, origin) && host !== new URL(origin).host ? href : stepUrl(otpUrl)
  })

const followingAnyOtpUrl = wrapping(
  'stepUrl',
  (stepUrl) => (otpUrl) => (/^https?:/.test(otpUrl) ? otpUrl : stepUrl(otpUrl)),
)

/** Mistakes about the challenge and the second step. */
export const challengeDefects = [
  ...breaking('client.challenge-answered', {
    'challenge-not-known': { isChallenge: () => false },
    'challenge-given-up': {
      answerChallenge: () => Promise.reject(new Failure('a second factor is not supported')),
    },
    // Answers no challenge if the first login had none.
    'second-factor-known-by-first-login': (client) => {
      const wasWithout = new Map<string, boolean>()
      wrap(client, 'isChallenge', (is) => (body, answer) => {
        const isOne = is(body, answer)
        const { username } = client.account()
        if (!wasWithout.has(username)) wasWithout.set(username, !isOne)
        return isOne && wasWithout.get(username) === false
      })
    },
  }),
  ...breaking(['client.challenge-by-code', 'client.tolerates-more-fields'], {
    'challenge-known-by-code-field': { isChallenge: ({ code }) => typeof code === 'number' },
  }),
  ...breaking('client.challenge-by-code', {
    'challenge-known-by-msg': {
      isChallenge: ({ msg, error }) => typeof msg === 'string' && error === undefined,
    },
    'challenge-known-by-seed': { isChallenge: ({ seed }) => typeof seed === 'string' },
    'challenge-known-by-code-from-101': {
      isChallenge: ({ code }) => typeof code === 'number' && code >= 101,
    },
    // Looks for code 101 in the text of the response, where 1010 begins like it.
    'challenge-known-by-start-of-code': { isChallenge: (_, { body }) => /"code"\s*:\s*101/.test(body) },
  }),
  ...breaking('client.challenge-by-code', {
    // Takes each answer to the login of an account with a second factor for a challenge.
    'challenge-always-expected': wrapping('keepToken', (keep, client) => (answer, what) => {
      if (client.method === 'mfa' && what === 'the login' && answer.status < 300)
        throw new Failure('there is no seed')
      keep(answer, what)
    }),
  }),
  ...breaking('client.second-step-post', {
    'second-step-by-put': step((request) => ({ ...request, method: 'PUT' })),
  }),
  ...breaking('client.second-step-at-otp-url', {
    // Sends the second step to the path in the endpoint table, whatever otp_url says.
    'second-step-at-fixed-path': wrapping(
      'stepUrl',
      (stepUrl) => (otpUrl) =>
        // Keeps the query, and a whole URL; only the path is its own.
        stepUrl(otpUrl.replace(/^\/[^?]*/, '/api/v1/authentication/otp/auth/')),
    ),
    // Sends each second step to the path of the first otp_url since the account was chosen.
    'first-otp-url-kept': (client) => {
      let first: string | undefined
      onUse(client, () => (first = undefined))
      wrap(client, 'stepUrl', (stepUrl) => (otpUrl) => {
        const path = otpUrl.replace(/\?.*/s, '')
        first ??= path
        return stepUrl(first + otpUrl.slice(path.length))
      })
    },
    'second-step-below-login': wrapping(
      'stepUrl',
      (stepUrl, client) => (otpUrl) => stepUrl(otpUrl.replace(/^\/[^?]*/, `${client.loginPath()}otp/`)),
    ),
    'otp-url-path-decoded': wrapping(
      'stepUrl',
      (stepUrl) => (otpUrl) => stepUrl(otpUrl.replace(/^[^?]*/, unescape)),
    ),
    'slash-added-to-otp-url': rewriting('stepUrl', (url) => url.replace(/\/?(?=\?|$)/, '/')),
  }),
  ...breaking('client.second-step-query', {
    'otp-url-without-query': rewriting('stepUrl', (url) => url.replace(/\?.*/, '')),
    'otp-url-query-encoded-again': rewriting('stepUrl', (url) =>
      url.replace(/\?.*/, (query) => query.replaceAll('%', '%25')),
    ),
  }),
  ...breaking('client.second-step-json', {
    'second-step-as-form': step((request) => ({
      ...withHeader(request, 'Content-Type', 'application/x-www-form-urlencoded'),
      body: formOf(request),
    })),
    'second-step-called-text': step((request) => withHeader(request, 'Content-Type', 'text/plain')),
  }),
  ...breaking('client.second-step-fields', {
    'code-field-code': changeStepFields(({ seed, otp_code: code }) => ({ seed, code })),
    'seed-field-token': changeStepFields(({ seed, otp_code: code }) => ({ token: seed, otp_code: code })),
  }),
  ...breaking('client.seed-unchanged', {
    // Joins a letter and the mark behind it to one letter in the seed (Unicode's form NFC).
    'seed-composed': changeStepFields(({ seed, ...rest }) => ({ ...rest, seed: seed.normalize('NFC') })),
    'seed-in-capitals': changeStepFields(({ seed, ...code }) => ({ seed: seed.toUpperCase(), ...code })),
    'seed-trimmed': changeStepFields(({ seed, ...code }) => ({ seed: seed.trim(), ...code })),
    // Cuts the seed after 256 characters, or its last one.
    'seed-cut-off': changeStepFields(({ seed, ...code }) => ({
      seed: seed.slice(0, 256).slice(0, -1),
      ...code,
    })),
    'seed-without-padding': changeStepFields(({ seed, ...code }) => ({
      seed: seed.replace(/=+$/, ''),
      ...code,
    })),
    'seed-backslash-not-escaped': step((request) => ({
      ...request,
      body: String(request.body).replaceAll('\\\\', '\\'),
    })),
    // Turns a seed of digits into a number and back into text.
    'seed-read-as-number': changeStepFields(({ seed, ...code }) => ({
      seed: /^\d+$/.test(seed) ? String(Number(seed)) : seed,
      ...code,
    })),
    'seed-percent-decoded': changeStepFields(({ seed, ...code }) => ({ seed: unescape(seed), ...code })),
    // Sends the seed with the code appended.
    'seed-with-hash': changeStepFields(({ seed, otp_code: code }) => ({
      seed: `${seed}.${code}`,
      otp_code: code,
    })),
  }),
  ...breaking('client.code-current', {
    'code-as-number': changeStepFields(({ seed, otp_code: code }) => ({ seed, otp_code: Number(code) })),
    // Turns the one-time code into a number and back into text.
    'code-without-zeros': rewriting('code', (code) => String(Number(code))),
    'code-of-a-minute': codeAt((now) => now / 2),
    'code-kept-for-an-hour': wrapping('code', (make, client) => {
      let kept = { at: -Infinity, code: '' }
      return () => {
        if (client.now() - kept.at > 3_600_000) kept = { at: client.now(), code: make() }
        return kept.code
      }
    }),
    // Keeps a clock that is ten minutes behind for codes.
    'code-of-ten-minutes-ago': codeAt((now) => now - 600_000),
  }),
  ...breaking('client.code-once', {
    // Keeps a one-time code for its time step and the next one.
    'code-kept-for-a-minute': (client) => {
      const { code } = client
      let kept = { step: -Infinity, code: '' }
      client.code = () => {
        const step = Math.floor(client.now() / 30_000)
        if (step > kept.step + 1) kept = { step, code: code() }
        return kept.code
      }
    },
  }),
  ...breaking('client.second-step-no-cache', {
    'no-cache-forgotten': step((request) => without(request, 'Cache-Control')),
    // Sends cache-control: max-age=0.
    'no-cache-misspelt': step((request) => withHeader(request, 'Cache-Control', 'max-age=0')),
    // Sends a directive whose name only ends in no-cache.
    'cache-control-x-no-cache': step((request) => withHeader(request, 'Cache-Control', 'x-no-cache')),
  }),
  ...breaking('client.second-step-only-challenged', {
    // Sends a second step before each login, in case.
    'second-step-always': wrapping('logIn', (logIn, client) => async () => {
      if (client.method === 'token')
        await client.send(client.stepRequest({ seed: 'none', otpUrl: '/api/v1/authentication/otp/auth/' }))
      await logIn()
    }),
  }),
  ...breaking('client.seed-not-after-rejection', {
    // Sends the seed again after the second step was rejected, but not after a 429, which asks to wait.
    'seed-tried-again': wrapping(
      'answerChallenge',
      (answerChallenge) => (challenge) =>
        answerChallenge(challenge).catch((error: unknown) =>
          error instanceof Failure && !error.message.includes('(429)')
            ? answerChallenge(challenge)
            : Promise.reject(error as Error),
        ),
    ),
  }),
  ...breaking('client.seed-not-after-token', {
    // Sends the second step again although it has a token.
    'second-step-sent-twice': wrapping('answerChallenge', (answerChallenge, client) => async (challenge) => {
      await answerChallenge(challenge)
      const { token } = client
      await answerChallenge(challenge).catch(() => {})
      client.token = token
    }),
  }),
  ...breaking('client.otp-url-same-origin', {
    'otp-url-followed-anywhere': followingAnyOtpUrl,
    // Treats an otp_url that begins with two slashes as a path.
    'otp-url-without-scheme-followed': wrapping(
      'stepUrl',
      (stepUrl) => (otpUrl) => (otpUrl.startsWith('//') ? `http:${otpUrl}` : stepUrl(otpUrl)),
    ),
    'otp-url-that-begins-like-the-base-url': followingOtpUrl((otpUrl, base) => otpUrl.startsWith(base)),
    // Treats an otp_url as a path if it begins with one slash, and resolves it as browsers do.
    'otp-url-with-a-backslash-followed': followingOtpUrl((otpUrl) => /^\/[^/]/.test(otpUrl)),
    // Writes an otp_url without a slash behind the base URL, as text.
    'otp-url-behind-the-base-url': wrapping(
      'stepUrl',
      (stepUrl, client) => (otpUrl) =>
        /^[/h]/.test(otpUrl) ? stepUrl(otpUrl) : new URL(client.base() + otpUrl).href,
    ),
    'otp-url-followed-to-any-port': wrapping('stepUrl', (stepUrl, client) => (otpUrl) => {
      const url = new URL(otpUrl, client.base())
      return url.hostname === new URL(client.base()).hostname && url.host !== new URL(client.base()).host
        ? url.href
        : stepUrl(otpUrl)
    }),
    // Sends the code without the seed to an otp_url of another origin.
    'code-sent-to-any-host': several(
      followingAnyOtpUrl,
      step((request, client) =>
        request.url.startsWith(new URL(client.base()).origin)
          ? request
          : { ...request, body: JSON.stringify({ otp_code: fieldsOf(request)['otp_code'] }) },
      ),
    ),
  }),
  ...breaking('client.no-secret-in-url', {
    'code-in-list-query': rewriting('listPath', (path, client) =>
      client.method === 'mfa' ? `${path}?otp=${client.code()}` : path,
    ),
  }),
]
