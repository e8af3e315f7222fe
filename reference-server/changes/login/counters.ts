import { type Defect, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { isCall } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'

const wrongPassword = breaking(must('login.wrong-password'))

/** Counters of wrong passwords that fail open. */
export const loginCounterDefects: Record<string, Defect> = {
  'password-not-checked-after-ten-errors-on-older-family': wrongPassword(
    'After ten wrong passwords for an account in a row, the check of the older path family fails open.',
    (parts) => failOpen(parts, 'users-v1'),
  ),
  'password-not-checked-after-ten-errors-on-newer-family': wrongPassword(
    'After ten wrong passwords for an account in a row, the check of the newer path family fails open.',
    (parts) => failOpen(parts, 'v1'),
  ),
}

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
