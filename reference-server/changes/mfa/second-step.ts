import { type Defect, wrap, wrapping, choose } from '../change.ts'
import { headerValues } from '../../common/call.ts'
import type { Parts } from '../../server/parts.ts'
import { Problem } from '../../server/problems.ts'
import { alterAnswers, isCall, membersOf } from '../shared/alter-answers.ts'
import { onOlderStep } from '../shared/blocked.ts'
import { breaking, must } from '../shared/breach.ts'

/** Requirements that cannot be judged if every second step on the older path family is rejected. */
const needsOlderStep = [...onOlderStep, 'mfa.fixed-second-step-path']

const secondStepGrantsToken = breaking(must('mfa.second-step-grants-token'))

/** Valid second steps that are rejected, or answered in another form. */
export const secondStepDefects: Defect[] = [
  secondStepGrantsToken(
    'code-with-leading-zero-refused',
    'A valid code is kept as a number, so one that begins with zeros never matches.',
    (parts) => rejectCodes(parts, (code) => code !== String(Number(code))),
  ),
  secondStepGrantsToken(
    'code-with-two-leading-zeros-refused',
    'A code below 10000 counts as too short.',
    (parts) => rejectCodes(parts, (code) => Number(code) < 10_000),
  ),
  secondStepGrantsToken(
    'second-step-of-form-login-refused',
    'The second step does not know the seed of a form-encoded login.',
    wrapping('seeds.issue', (issue, { seeds }) => (account, call) => {
      const seed = issue(account, call)
      if (call?.encoding === 'form') seeds.records.delete(seed.text)
      return seed
    }),
  ),
  secondStepGrantsToken(
    'second-step-form-only',
    'The second step of the older path family reads only form-encoded fields.',
    choose({ secondStepEncodings: { 'users-v1': ['form'], v1: ['json', 'form'] } }),
    { blocks: needsOlderStep },
  ),
  secondStepGrantsToken(
    'second-step-refuses-no-cache',
    'A second step with the header cache-control is rejected on both path families.',
    wrapping('shapes.submission', (read) => (call) => {
      if (headerValues(call, 'cache-control').length > 0) throw new Problem('malformed', 'an unknown header')
      return read(call)
    }),
    { blocks: needsOlderStep },
  ),
  secondStepGrantsToken(
    'second-step-token-opens-nothing-on-newer-list',
    'The list of the newer path family does not know tokens from a second step.',
    wrapping('tokens.find', (find) => (text, call) => {
      const token = find(text, call)
      return token?.issuedBy.operation === 'second-step' && call?.family === 'v1' ? undefined : token
    }),
    { blocks: ['token.fixed-hour', 'token.works-for-hour'] },
  ),
  breaking(must('mfa.second-step-token-response'))(
    'second-step-answers-html',
    'The token response of the second step has the content type text/html.',
    alterAnswers(isCall('second-step'), (body, reply) => {
      reply.type('text/html')
      return JSON.stringify(body)
    }),
  ),
  breaking(must('mfa.second-step-grants-token', 'mfa.second-step-token-response'))(
    'second-step-token-null',
    'The second step returns the token null and reports success.',
    alterAnswers(isCall('second-step'), (body) => ({ ...membersOf(body), token: null })),
    { blocks: needsOlderStep },
  ),
]

function rejectCodes(parts: Parts, isRefused: (code: string) => boolean): void {
  wrap(parts, 'checkCode', (check) => (account, code, call) => !isRefused(code) && check(account, code, call))
}
