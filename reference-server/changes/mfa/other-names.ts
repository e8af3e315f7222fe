import type { Call } from '../../common/call.ts'
import type { PathFamily } from '../../common/choices.ts'
import { type Defect, wrap } from '../change.ts'
import { isCall, membersOf } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'
import { skipOn } from './skip-where.ts'

/** Logins of an account with a second factor that the server finds by another name than it looks up the second factor. */
export const otherNameDefects: Record<string, Defect> = {
  'mfa-skipped-for-name-with-space-on-newer-family': foundAs(
    'v1',
    'ignores letter case and outer spaces of usernames, and asks for no second step where there are spaces',
    (name) => name.trim().toLowerCase(),
    (name) => name !== name.trim(),
  ),
  'mfa-skipped-for-name-with-tab-on-older-family': foundAs(
    'users-v1',
    'ignores tabs behind usernames, but looks up the second factor under the name as sent',
    (name) => name.replace(/\t$/, ''),
  ),
  'mfa-skipped-for-name-with-zero-character-on-older-family': foundAs(
    'users-v1',
    'ignores a null character behind usernames, but looks up the second factor under the name as sent',
    (name) => name.replace(/\0$/, ''),
  ),
  'mfa-skipped-for-name-with-domain-on-newer-family': foundAs(
    'v1',
    'ignores the domain behind usernames, but looks up the second factor under the name as sent',
    (name) => name.replace(/@.*$/s, ''),
  ),
  'mfa-skipped-for-name-behind-domain-on-older-family': foundAs(
    'users-v1',
    'ignores the domain before usernames, but looks up the second factor under the name as sent',
    (name) => name.replace(/^.*\\/s, ''),
  ),
  'mfa-skipped-for-name-in-list-on-newer-family': found(
    'v1',
    'takes a list with one username for that one, but looks up the second factor under the list',
    (name) => (Array.isArray(name) && name.length === 1 ? String(name[0]) : undefined),
  ),
  'mfa-skipped-for-second-of-two-names-on-older-family': found(
    'users-v1',
    'checks the password for the last of several usernames in a form, and looks up the second factor under the first',
    (names) => (Array.isArray(names) ? String(names.at(-1)) : undefined),
    (names, hasFactor) => Array.isArray(names) && !hasFactor(String(names[0])),
  ),
  'mfa-skipped-with-remember-me-on-newer-family': breaking(must('mfa.newer-family-two-steps'))(
    'A login on the newer path family with a field remember_me needs no second step.',
    skipOn('v1', (call) => 'remember_me' in membersOf(call.body)),
  ),
}

/** Finds an account by `read`; `isLost` tells for which names there is no second step, by default for all that `read` changes. */
function found(
  family: PathFamily,
  what: string,
  read: (sent: unknown) => string | undefined,
  isLost: (sent: unknown, hasFactor: (name: string) => boolean) => boolean = () => true,
): Defect {
  const rule = family === 'v1' ? 'mfa.newer-family-two-steps' : 'mfa.challenge-shape'
  return breaking(must(rule))(`The ${family === 'v1' ? 'newer' : 'older'} path family ${what}.`, (parts) => {
    const hasFactor = (name: string) => parts.accounts.find(name)?.otp !== undefined
    const nameIn = (call: Call): unknown => membersOf(call.body)['username']
    const readIn = (call: Call) => {
      const name = isCall('login', family)(call) ? read(nameIn(call)) : undefined
      return name !== undefined && hasFactor(name) ? name : undefined
    }
    wrap(parts.shapes, 'credentials', (readFields) => (call) => {
      const username = readIn(call)
      return readFields(
        username === undefined ? call : { ...call, body: { ...membersOf(call.body), username } },
      )
    })
    skipOn(family, (call) => readIn(call) !== undefined && isLost(nameIn(call), hasFactor))(parts)
  })
}

function foundAs(
  family: PathFamily,
  what: string,
  fold: (name: string) => string,
  isLost = (name: string) => name !== fold(name),
): Defect {
  const read = (sent: unknown) => (typeof sent === 'string' ? fold(sent) : undefined)
  return found(family, what, read, (sent) => isLost(String(sent)))
}
