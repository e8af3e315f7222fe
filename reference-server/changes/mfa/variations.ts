import { type Variation, wrap } from '../change.ts'
import { legal } from '../legal.ts'

/** Which one-time codes are right, and how often. */
export const oneTimeCodeVariations: Variation[] = [
  legal(
    'code-of-current-step-only',
    'The code of no other time step than the current one is accepted.',
    ({ choices }) => {
      choices.codeWindowSteps = 0
    },
  ),
  legal('code-of-two-steps-around', 'Codes of two time steps either side are accepted.', ({ choices }) => {
    choices.codeWindowSteps = 2
  }),
  legal(
    'code-accepted-again',
    'A code is accepted as often as it is sent in its time.',
    ({ choices }) => {
      choices.codeAcceptedOncePerStep = false
    },
    { breaks: [{ requirement: 'mfa.code-one-time', level: 'should' }] },
  ),
  legal(
    'older-code-than-last-refused',
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
  legal(
    'codes-are-read-as-numbers',
    'Codes may have spaces in them and lack their leading zeros.',
    (parts) => {
      wrap(parts, 'checkCode', (check) => (account, code, call) => {
        const digits = code.replaceAll(/\s/g, '')
        return check(
          account,
          /^\d+$/.test(digits) ? digits.padStart(account.otp?.digits ?? 6, '0') : code,
          call,
        )
      })
    },
  ),
]
