import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { isCall } from '../shared/alter-answers.ts'
import { must } from '../shared/breach.ts'

/** Counters of wrong passwords that fail open. */
export const loginCounterDefects: Defect[] = [
  {
    name: 'password-not-checked-after-ten-errors-on-older-family',
    summary:
      'After ten wrong passwords for an account in a row, the check of the older path family fails open.',
    breaks: must('login.wrong-password'),
    apply: (parts) => failOpen(parts, 'users-v1'),
  },
  {
    name: 'password-not-checked-after-ten-errors-on-newer-family',
    summary:
      'After ten wrong passwords for an account in a row, the check of the newer path family fails open.',
    breaks: must('login.wrong-password'),
    apply: (parts) => failOpen(parts, 'v1'),
  },
]

function failOpen(parts: Parts, family: 'users-v1' | 'v1'): void {
  const errors = new Map<string, number>()
  wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
    const account = await check(username, sent, call)
    const known = parts.accounts.find(username, call)
    if (!isCall('login', family)(call) || !known || known.otp) return account
    const before = errors.get(username) ?? 0
    errors.set(username, account ? 0 : before + 1)
    return account ?? (before >= 10 ? known : undefined)
  })
}
