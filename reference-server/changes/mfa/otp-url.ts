import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { headerValues } from '../../common/call.ts'
import { onNewerChallenge, onOlderStep } from '../shared/blocked.ts'
import { breaking, must, should } from '../shared/breach.ts'

const secondStepGrantsToken = breaking(must('mfa.second-step-grants-token'))
const otpUrlRelative = breaking(should('mfa.otp-url-relative'))

type Challenge = Parts['answers']['challenge']

export const otpUrlDefects: Record<string, Defect> = {
  'otp-url-names-nothing': secondStepGrantsToken(
    'The otp_url of the older path family names a path that does not exist.',
    (parts) => otpUrl(parts, (_url, call) => call.family === 'users-v1' && '/api/users/v1/otp/'),
    { blocks: onOlderStep },
  ),
  'newer-otp-url-names-nothing': secondStepGrantsToken(
    'The otp_url of the newer path family names a path that does not exist.',
    (parts) => otpUrl(parts, (_url, call) => call.family === 'v1' && '/api/v1/otp/auth/'),
    { blocks: onNewerChallenge },
  ),
  'challenge-otp-url-absolute': otpUrlRelative(
    'The otp_url is an absolute URL of the same origin.',
    (parts) => otpUrl(parts, (url, call) => `http://${headerValues(call, 'host')[0]}${url}`),
  ),
  'otp-url-of-another-origin': otpUrlRelative(
    'The otp_url is an absolute URL with an internal host name of the server.',
    (parts) => otpUrl(parts, (url) => `http://backend.internal:8080${url}`),
    { blocks: onOlderStep },
  ),
  'second-step-moved-from-its-path': breaking(should('mfa.fixed-second-step-path'))(
    'The otp_url names another path, and the path in the table of endpoints does not exist.',
    ({ paths }) => {
      paths.secondStep['users-v1'] = '/api/users/v1/mfa/verify/'
    },
  ),
}

/** Sets another otp_url in the challenge; false leaves it unchanged. */
function otpUrl(
  { answers }: Pick<Parts, 'answers'>,
  change: (url: string, call: Parameters<Challenge>[2]) => string | false,
): void {
  wrap(answers, 'challenge', (challenge) => (seed, url, call) => {
    return challenge(seed, change(url, call) || url, call)
  })
}
