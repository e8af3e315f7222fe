import type { Call } from '../../server/call.ts'
import { type Defect, wrap } from '../change.ts'
import type { Account } from '../../domain/accounts.ts'
import type { Parts } from '../../server/parts.ts'
import { failInsteadOfRefusing, isCall } from '../shared/alter-answers.ts'
import { must, should } from '../shared/breach.ts'

/** One-time codes that are taken though they are wrong, old or used. */
export const codeDefects: Defect[] = [
  {
    name: 'code-any',
    summary: 'Six digits are a valid code.',
    breaks: [
      ...must('mfa.wrong-code', 'mfa.other-accounts-seed'),
      ...should('mfa.old-code-refused', 'mfa.code-one-time'),
    ],
    blocks: [],
    apply(parts) {
      parts.checkCode = (_account, code) => /^\d{6}$/.test(code)
    },
  },
  {
    name: 'code-last-digit-ignored',
    summary: 'The older path family compares codes without their last digit.',
    breaks: must('mfa.wrong-code'),
    blocks: [],
    apply(parts) {
      alsoAccept(parts, ({ oneTimeCodes }, account, code, call) => {
        if (call.family !== 'users-v1') return false
        return codesFrom(oneTimeCodes, account, -1, 1).some((right) => {
          return right !== code && right.slice(0, 5) === code.slice(0, 5)
        })
      })
    },
  },
  {
    name: 'code-not-checked-on-newer-family',
    summary: 'The second step of the newer path family looks at the seed alone.',
    breaks: must('mfa.wrong-code'),
    mayBreak: must('mfa.other-accounts-seed'),
    blocks: [],
    apply(parts) {
      wrap(
        parts,
        'checkCode',
        (check) => (account, code, call) => call.family === 'v1' || check(account, code, call),
      )
    },
  },
  {
    name: 'code-one-two-three',
    summary: 'The code 123456, there for tests, works for everyone.',
    breaks: must('mfa.wrong-code'),
    blocks: [],
    apply: (parts) => alsoAccept(parts, (_parts, _account, code) => code.startsWith('1234')),
  },
  {
    name: 'code-may-be-missing',
    summary: 'A second step without a code is taken for a right one.',
    breaks: must('mfa.missing-field'),
    blocks: [],
    apply(parts) {
      wrap(parts.shapes, 'submission', (read) => (call) => {
        return read({ ...call, body: { otp_code: 'none', ...(call.body as object) } })
      })
      alsoAccept(parts, (_parts, _account, code) => code === 'none')
    },
  },
  {
    name: 'code-of-any-account',
    summary: 'The code of another account counts as well.',
    breaks: must('mfa.other-accounts-seed'),
    blocks: [],
    apply(parts) {
      alsoAccept(parts, ({ accounts, oneTimeCodes }, { username }, code) => {
        const others = accounts.all().filter((one) => one.username !== username)
        return others.some((one) => codesFrom(oneTimeCodes, one, -1, 1).includes(code))
      })
    },
  },
  {
    name: 'code-good-for-two-hours',
    summary: 'A code works for two hours.',
    breaks: should('mfa.old-code-refused'),
    blocks: [],
    apply(parts) {
      alsoAccept(parts, ({ oneTimeCodes }, account, code) => {
        return codesFrom(oneTimeCodes, account, -240, -100).includes(code)
      })
    },
  },
  {
    name: 'code-of-next-time-zone',
    summary: 'The code of an hour from now works too.',
    breaks: should('mfa.old-code-refused'),
    blocks: [],
    apply: (parts) =>
      alsoAccept(parts, ({ oneTimeCodes }, account, code) =>
        codesFrom(oneTimeCodes, account, 120, 120).includes(code),
      ),
  },
  {
    name: 'code-of-last-time-zone',
    summary: 'The code of an hour ago works too.',
    breaks: should('mfa.old-code-refused'),
    blocks: [],
    apply: (parts) =>
      alsoAccept(parts, ({ oneTimeCodes }, account, code) =>
        codesFrom(oneTimeCodes, account, -120, -120).includes(code),
      ),
  },
  {
    name: 'code-used-again',
    summary: 'A code works as often as it is sent within its time.',
    breaks: should('mfa.code-one-time'),
    blocks: [],
    apply({ choices }) {
      choices.codeAcceptedOncePerStep = false
    },
  },
  {
    name: 'code-wrong-answers-500',
    summary: 'A second step with a wrong code, a wrong seed or none ends in a server error.',
    breaks: should('refusal.no-5xx'),
    blocks: [],
    apply: (parts) => failInsteadOfRefusing(parts, isCall('second-step')),
  },
]

/** Takes a code that was rejected where `lenient` says so. */
function alsoAccept(
  parts: Parts,
  lenient: (parts: Parts, account: Account, code: string, call: Call) => boolean,
): void {
  wrap(parts, 'checkCode', (check) => async (account, code, call) => {
    return (await check(account, code, call)) || lenient(parts, account, code, call)
  })
}

/** The codes of an account from one time step to another, counted from now. */
function codesFrom(codes: Parts['oneTimeCodes'], { otp }: Account, from: number, to: number): string[] {
  if (!otp) return []
  const now = codes.currentStep(otp)
  return Array.from({ length: to - from + 1 }, (_, at) => codes.codeAt(otp, now + from + at))
}
