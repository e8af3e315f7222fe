import { should } from '../shared/breach.ts'
import { choose, type Variation, wrap } from '../change.ts'
import { defaultLimits } from '../server/limits.ts'
import { legal } from '../legal.ts'

/** Which one-time codes are valid, how often, and how they are sent. */
export const oneTimeCodeVariations: Record<string, Variation> = {
  'code-of-current-step-only': legal(
    'Only the code of the current time step is accepted.',
    choose({ codeWindowSteps: 0 }),
  ),
  'code-of-two-steps-around': legal(
    'Codes of up to two time steps before and after are accepted.',
    choose({ codeWindowSteps: 2 }),
  ),
  'code-accepted-again': legal(
    'A code is accepted as often as it is sent while it is valid.',
    choose({ codeAcceptedOncePerStep: false }),
    { breaks: should('mfa.code-one-time') },
  ),
  'older-code-than-last-refused': legal(
    'After a code was accepted, those of earlier time steps are rejected.',
    (parts) => {
      const { oneTimeCodes, choices } = parts
      const last = new Map<string, number>()
      wrap(parts, 'checkCode', (check) => async (account, code, call) => {
        const now = account.otp ? oneTimeCodes.currentStep(account.otp) : 0
        const from = Math.max(now - choices.codeWindowSteps, (last.get(account.username) ?? 0) + 1)
        const steps = Array.from(
          { length: Math.max(0, now + choices.codeWindowSteps - from + 1) },
          (_, at) => from + at,
        )
        const found = steps.find((step) => account.otp && oneTimeCodes.codeAt(account.otp, step) === code)
        if (found === undefined || !(await check(account, code, call))) return false
        last.set(account.username, found)
        return true
      })
    },
  ),
  'second-step-takes-json-only': legal(
    'The second step does not read form-encoded fields.',
    choose({ secondStepEncodings: { 'users-v1': ['json'], v1: ['json'] } }),
  ),
  'second-step-reads-no-form-under-limits': legal(
    'The second step does not read form-encoded fields, and failed logins are limited.',
    choose({ secondStepEncodings: { 'users-v1': ['json'], v1: ['json'] } }),
    { declare: defaultLimits },
  ),
  'codes-are-read-as-numbers': legal('Codes may contain spaces and lack their leading zeros.', (parts) => {
    wrap(parts, 'checkCode', (check) => (account, code, call) => {
      const digits = code.replaceAll(/\s/g, '')
      return check(
        account,
        /^\d+$/.test(digits) ? digits.padStart(account.otp?.digits ?? 6, '0') : code,
        call,
      )
    })
  }),
}
