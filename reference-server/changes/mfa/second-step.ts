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
export const secondStepDefects: Record<string, Defect> = {
  'code-with-leading-zero-refused': secondStepGrantsToken(
    'A valid code is kept as a number, so one that begins with zeros never matches.',
    (parts) => rejectCodes(parts, (code) => code !== String(Number(code))),
  ),
  'code-with-two-leading-zeros-refused': secondStepGrantsToken(
    'A code below 10000 counts as too short.',
    (parts) => rejectCodes(parts, (code) => Number(code) < 10_000),
  ),
  'code-of-step-used-by-another-refused': secondStepGrantsToken(
    'If two accounts take turns in second steps, none of them rejected, a code uses up its time step for the other as well.',
    useUpForOther,
  ),
  'second-step-of-form-login-refused': secondStepGrantsToken(
    'The second step does not know the seed of a form-encoded login.',
    wrapping('seeds.issue', (issue, { seeds }) => (account, call) => {
      const seed = issue(account, call)
      if (call?.encoding === 'form') seeds.records.delete(seed.text)
      return seed
    }),
  ),
  'second-step-form-only': secondStepGrantsToken(
    'The second step of the older path family reads only form-encoded fields.',
    choose({ secondStepEncodings: { 'users-v1': ['form'], v1: ['json', 'form'] } }),
    { blocks: needsOlderStep },
  ),
  'second-step-refuses-no-cache': secondStepGrantsToken(
    'A second step with the header cache-control is rejected on both path families.',
    wrapping('shapes.submission', (read) => (call) => {
      if (headerValues(call, 'cache-control').length > 0) throw new Problem('malformed', 'an unknown header')
      return read(call)
    }),
    { blocks: needsOlderStep },
  ),
  'second-step-token-opens-nothing-on-newer-list': secondStepGrantsToken(
    'The list of the newer path family does not know tokens from a second step.',
    wrapping('tokens.find', (find) => (text, call) => {
      const token = find(text, call)
      return token?.issuedBy.operation === 'second-step' && call?.family === 'v1' ? undefined : token
    }),
    { blocks: ['token.fixed-hour', 'token.works-for-hour'] },
  ),
  'second-step-answers-html': breaking(must('mfa.second-step-token-response'))(
    'The token response of the second step has the content type text/html.',
    alterAnswers(isCall('second-step'), (body, reply) => {
      reply.type('text/html')
      return JSON.stringify(body)
    }),
  ),
  'newer-second-step-answers-plain-text': breaking(must('mfa.second-step-token-response'))(
    'The token response of the second step of the newer path family has the content type text/plain.',
    alterAnswers(isCall('second-step', 'v1'), (body, reply) => {
      reply.type('text/plain')
      return JSON.stringify(body)
    }),
  ),
  'second-step-token-null': breaking(must('mfa.second-step-grants-token', 'mfa.second-step-token-response'))(
    'The second step returns the token null and reports success.',
    alterAnswers(isCall('second-step'), (body) => ({ ...membersOf(body), token: null })),
    { blocks: needsOlderStep },
  ),
}

function rejectCodes(parts: Parts, isRefused: (code: string) => boolean): void {
  wrap(parts, 'checkCode', (check) => (account, code, call) => !isRefused(code) && check(account, code, call))
}

/**
 * Rejects the code of an account whose last code was followed only by another's, of the current time step. If each code
 * used up its time step for all accounts, most cases that change accounts would lack a valid second step.
 */
function useUpForOther(parts: Parts): void {
  const { oneTimeCodes } = parts
  /** Since the last rejection. */
  let accepted: { username: string; step: number }[] = []
  wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
    try {
      return await handle(handler, call, reply)
    } catch (error) {
      if (call.operation === 'second-step') accepted = []
      throw error
    }
  })
  wrap(oneTimeCodes, 'accepts', (accepts) => (account, code, call) => {
    const { username, otp } = account
    if (!otp) return false
    const step = oneTimeCodes.currentStep(otp)
    const [before, last] = accepted.slice(-2)
    const isUsedUp = before?.username === username && last?.username !== username && last?.step === step
    if (isUsedUp || !accepts(account, code, call)) return false
    accepted.push({ username, step })
    return true
  })
}
