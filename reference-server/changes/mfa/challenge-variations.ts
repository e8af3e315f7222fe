import { should } from '../shared/breach.ts'
import { choose, type Variation, wrap, wrapping } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { legal, sending } from '../legal.ts'
import { defaultLimits } from '../server/limits.ts'

/** The answer to a first step, and where it sends the second step. */
export const challengeVariations: Record<string, Variation> = {
  'challenge-answers-201': legal('The challenge has the status 201.', choose({ challengeStatus: 201 })),
  'challenge-answers-300': legal('The challenge has the status 300.', choose({ challengeStatus: 300 })),
  'challenge-answers-400': legal('The challenge has the status 400.', choose({ challengeStatus: 400 })),
  'challenge-answers-401': legal('The challenge has the status 401.', choose({ challengeStatus: 401 })),
  'challenge-answers-403': legal('The challenge has the status 403.', choose({ challengeStatus: 403 })),
  'challenge-answers-307': legal('The challenge redirects browsers to the login page with 307.', (parts) => {
    parts.choices.challengeStatus = 307
    sending(parts, (reply, body) => {
      if (reply.statusCode === 307 && !reply.hasHeader('location'))
        reply.header('location', parts.paths.webLogin)
      return body
    })
  }),
  'challenge-in-chinese': legal('The challenge has a Chinese msg and more fields.', ({ answers }) => {
    wrap(answers, 'challenge', (challenge) => (seed, otpUrl, call) => ({
      ...(challenge(seed, otpUrl, call) as object),
      msg: '请携带seed值，进行MFA二次认证',
      choices: ['otp'],
      user: { id: 1, username: seed.username },
      expires: 300,
    }))
  }),
  'challenge-without-words': legal('The msg of the challenge is empty.', ({ answers }) => {
    wrap(answers, 'challenge', (challenge) => (seed, otpUrl, call) => ({
      ...(challenge(seed, otpUrl, call) as object),
      msg: '',
    }))
  }),
  'otp-url-with-query': otpUrl(
    'The otp_url has a query string of its own.',
    (path) => `${path}?step=2&next=%2Fhome%3Fa%3Db`,
  ),
  'otp-url-names-seed': legal(
    'Each challenge has a second step of its own, with the seed in its path.',
    ({ answers, paths }) => {
      paths.secondStep['users-v1'] = '/api/users/v1/otp/:seed/auth/'
      wrap(
        answers,
        'challenge',
        (challenge) => (seed, path, call) =>
          challenge(seed, path.replace(':seed', encodeURIComponent(seed.text)), call),
      )
    },
    {
      declare: defaultLimits,
      breaks: should('mfa.fixed-second-step-path'),
    },
  ),
  'otp-url-without-slash': otpUrl('The otp_url is relative to the base URL.', (path) => path.slice(1)),
  'otp-url-from-login': otpUrl(
    'The otp_url is relative to the URL of the login.',
    (path) => `../${path.slice(path.indexOf('otp/'))}`,
    // They cut off the beginning of a path.
    { excludes: ['otp-url-without-slash', 'otp-url-without-prefix'] },
  ),
  'otp-url-with-dots': otpUrl('The otp_url has a dot segment.', (path) => path.replace('/api/', '/api/./')),
  'otp-url-without-prefix': legal(
    'Everything is behind a path prefix that otp_url does not include.',
    ({ answers, choices }) => {
      choices.basePath = '/service/one'
      wrap(answers, 'challenge', (challenge) => (seed, path, call) => {
        return challenge(seed, path.slice(choices.basePath.length), call)
      })
    },
  ),
  'otp-url-absolute': legal(
    'The otp_url is an absolute URL of the same origin.',
    wrapping('answers.challenge', (challenge) => (seed, path, call) => {
      const host = call.rawHeaders[call.rawHeaders.findIndex((name) => /^host$/i.test(name)) + 1]
      return challenge(seed, `http://${host}${path}`, call)
    }),
    { breaks: should('mfa.otp-url-relative') },
  ),
  'otp-url-of-newer-family': legal('Both logins name the second step of the newer path family.', (parts) => {
    wrap(parts.answers, 'challenge', (challenge) => (seed, _path, call) => {
      return challenge(seed, parts.choices.basePath + parts.paths.secondStep.v1, call)
    })
  }),
  'second-step-elsewhere': legal(
    'The second step has a path of its own, and the path in the table of endpoints does not exist.',
    ({ paths }) => {
      paths.secondStep['users-v1'] = '/login/second-step'
    },
    { breaks: should('mfa.fixed-second-step-path') },
  ),
  'newer-family-other-two-steps': legal(
    'The newer path family asks for the second step without code 101.',
    wrapping('answers.challenge', (challenge) => (seed, path, call) => {
      if (call.family !== 'v1') return challenge(seed, path, call)
      return {
        error: 'mfa_required',
        msg: 'MFA required',
        data: { choices: ['otp'], url: '/api/v1/authentication/mfa/' },
      }
    }),
    { notApplicable: ['mfa.newer-family-challenge-shape'] },
  ),
  'newer-family-unfinished-token': legal(
    'The first step of the newer path family answers a token that opens nothing.',
    wrapping('answers.challenge', (challenge) => (seed, path, call) => {
      if (call.family !== 'v1') return challenge(seed, path, call)
      return { mfa_required: true, token: `unfinished-${seed.text}` }
    }),
    { notApplicable: ['mfa.newer-family-challenge-shape'] },
  ),
}

function otpUrl(summary: string, change: (path: string) => string, rest: Partial<Variation> = {}): Variation {
  const apply = ({ answers }: Parts) => {
    wrap(answers, 'challenge', (challenge) => (seed, path, call) => challenge(seed, change(path), call))
  }
  return legal(summary, apply, rest)
}
