import { type Defect, wrap } from '../change.ts'
import type { Account } from '../../domain/accounts.ts'
import type { Parts } from '../../server/parts.ts'
import { breaking, must, should } from '../shared/breach.ts'
import { alsoAccept } from './codes.ts'

const oldCode = breaking(should('mfa.old-code-refused'))
const wrongSeed = breaking(must('mfa.wrong-seed'))
const day = 86_400

/** Codes of other times, and seeds that anyone can compute. */
export const publicValueDefects: Record<string, Defect> = {
  'code-of-counter-zero': breaking(must('mfa.wrong-code'))(
    'The code of counter 0 works forever: the check for counter-based tokens was left in.',
    (parts) => alsoStep(parts, () => 0),
  ),
  'code-of-yesterday': oldCode('The code of a day ago is accepted too: the date is ignored.', (parts) =>
    alsoStep(parts, (now, period) => now - day / period),
  ),
  'code-of-tomorrow': oldCode('The code of a day ahead is accepted too: the date is ignored.', (parts) =>
    alsoStep(parts, (now, period) => now + day / period),
  ),
  'code-of-other-half-day': oldCode(
    'The code of half a day ago is accepted too: the clock is read as a twelve-hour clock.',
    (parts) => alsoStep(parts, (now, period) => now - day / 2 / period),
  ),
  'user-id-in-place-of-seed': wrongSeed(
    "The user's ID is accepted instead of the seed that was last issued to that user.",
    (parts) => alsoSeed(parts, ({ id }) => id),
  ),
  'user-name-in-base64-in-place-of-seed': wrongSeed(
    'The username in base64, an old form of seeds, still counts as the seed issued last.',
    (parts) => alsoSeed(parts, ({ username }) => Buffer.from(username).toString('base64')),
  ),
}

function alsoStep(parts: Parts, stepOf: (now: number, period: number) => number): void {
  alsoAccept(parts, ({ oneTimeCodes }, { otp }, code) => {
    if (!otp) return false
    return code === oneTimeCodes.codeAt(otp, stepOf(oneTimeCodes.currentStep(otp), otp.period))
  })
}

function alsoSeed({ accounts, seeds }: Parts, made: (account: Account) => string): void {
  wrap(seeds, 'find', (find) => (text, call) => {
    const named = accounts.all().find((account) => made(account) === text)
    const newest = [...seeds.records.values()].findLast(({ username }) => username === named?.username)
    return find(newest?.text ?? text, call)
  })
}
