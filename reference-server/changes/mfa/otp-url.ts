import { type Defect, wrap } from '../change.ts'
import { headerValues } from '../../common/call.ts'
import { onSecondStep, onWay } from '../shared/blocked.ts'
import { must, should } from '../shared/breach.ts'

type Challenge = Parameters<Defect['apply']>[0]['answers']['challenge']

/** Defects of what otp_url names. */
export const otpUrlDefects: Defect[] = [
  {
    name: 'otp-url-names-nothing',
    summary: 'The otp_url of the older path family names a path that does not exist.',
    breaks: must('mfa.second-step-grants-token'),
    blocks: [
      ...onSecondStep,
      ...onWay,
      'mfa.challenge-shape',
      'mfa.newer-family-two-steps',
      'mfa.second-step-token-response',
    ],
    apply: (parts) => otpUrl(parts, (_url, call) => call.family === 'users-v1' && '/api/users/v1/otp/'),
  },
  {
    name: 'newer-otp-url-names-nothing',
    summary: 'The otp_url of the newer path family names a path that does not exist.',
    breaks: must('mfa.second-step-grants-token'),
    blocks: ['mfa.missing-field', 'mfa.wrong-code'],
    apply: (parts) => otpUrl(parts, (_url, call) => call.family === 'v1' && '/api/v1/otp/auth/'),
  },
  {
    name: 'challenge-otp-url-absolute',
    summary: 'The otp_url is an absolute URL of the same origin.',
    breaks: should('mfa.otp-url-relative'),
    apply: (parts) => otpUrl(parts, (url, call) => `http://${headerValues(call, 'host')[0]}${url}`),
  },
  {
    name: 'otp-url-of-another-origin',
    summary: 'The otp_url is an absolute URL with an internal host name of the server.',
    breaks: should('mfa.otp-url-relative'),
    blocks: [
      ...onSecondStep,
      ...onWay,
      'mfa.challenge-shape',
      'mfa.newer-family-two-steps',
      'mfa.second-step-grants-token',
      'mfa.second-step-token-response',
    ],
    apply: (parts) => otpUrl(parts, (url) => `http://backend.internal:8080${url}`),
  },
  {
    name: 'second-step-moved-from-its-path',
    summary: 'The otp_url names another path, and the path in the table of endpoints does not exist.',
    breaks: should('mfa.fixed-second-step-path'),
    apply({ paths }) {
      paths.secondStep['users-v1'] = '/api/users/v1/mfa/verify/'
    },
  },
]

/** Sets another otp_url in the challenge; false leaves it unchanged. */
function otpUrl(
  { answers }: Pick<Parameters<Defect['apply']>[0], 'answers'>,
  change: (url: string, call: Parameters<Challenge>[2]) => string | false,
): void {
  wrap(answers, 'challenge', (challenge) => (seed, url, call) => {
    return challenge(seed, change(url, call) || url, call)
  })
}
