import type { LoginAccount } from '../../client/api-options.ts'
import type { Answer } from '../../client/answer.ts'
import { createApi } from '../../client/api/api.ts'
import { declaredAccounts, loginFamily } from '../../client/api/api-login.ts'
import { orMisdeclared } from '../../client/or-misdeclared.ts'
import { orOtherTime } from '../../client/other-causes/or-credential-wrong.ts'
import { asFarAsItGoes } from '../../client/after-rejection.ts'
import { secondStepOf } from '../../client/after-rejected-code.ts'
import { marginSeconds } from '../../ledgers/one-time-codes.ts'
import { SetupFailed, Violation } from '../../outcomes.ts'
import { header } from '../../wire/exchange.ts'
import { currentCase } from '../../run/current-case.ts'

const orOtherClock = (aheadMs: number): string =>
  `; or the Date header, which is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} real time, is not the time by which the server checks codes: correct the clock that is wrong`

/** If a valid login was rejected in every way, the declaration may be wrong: checks if another account of its kind works. */
export function unlessMisdeclared(
  found: Violation,
  { operation, username, family, exchange }: Answer,
): Violation {
  const { run, trace } = currentCase()
  const { failedLogins, declaration } = run
  const { plain, plain2, mfa, mfa2 } = declaration.accounts
  const account = declaredAccounts(run).find((one) => one.username === username)
  const isCode = operation === 'second-step'
  // Nobody can know if the code was valid: a command's codes may belong to another challenge, or be late.
  if (account && isCode && 'otpCommand' in account && account.otpCommand !== undefined)
    throw new SetupFailed(`${found.got}; or the code that otpCommand printed was not for this challenge`)
  if (!account) return found
  const hint = orMisdeclared(run, { operation, username: account.username, exchange })
  if (isCode && run.clock.isLost) throw new SetupFailed(found.got + hint + orOtherTime(run))
  if (hint === '') return found
  const { dateAheadMs = 0 } = run
  // The Date header may come from a proxy, and a code that is valid at its time need not be valid in real time.
  if (isCode && run.timeUnknown) throw new SetupFailed(found.got + hint + orOtherTime(run))
  if (isCode && Math.abs(dateAheadMs) > marginSeconds * 1000)
    throw new SetupFailed(`${found.got}${hint}${orOtherClock(dateAheadMs)}`)
  const { wanted, got, ifMayList } = found
  const doubtful = new Violation(wanted, got + hint, ifMayList, exchange)
  if (isCode) {
    const other = [mfa, mfa2].find((one) => one && one.username !== account.username)
    if (other) doubtful.confirm = () => throwIfItsCodesWork(other, account)
    return doubtful
  }
  const others = [plain, plain2].includes(account) ? [plain, plain2] : [mfa, mfa2]
  const encoding = header(exchange.request.headers, 'content-type')?.includes('json') ? 'json' : 'form'
  doubtful.confirm = async () => {
    for (const other of others) {
      if (!other || other === account) continue
      const way = { encoding, role: 'twin', ...(family ? { family } : {}) } as const
      if (!failedLogins.wasAccepted(other.username))
        await asFarAsItGoes(() => createApi(run, trace).login(other, way))
      if (failedLogins.wasAccepted(other.username))
        throw new SetupFailed(
          `the declared password of ${account.username} seems to be wrong, since ${other.username} gets in: run conformance doctor`,
        )
    }
  }
  return doubtful
}

/** @throws SetupFailed if a second step of the other account works: then the account's secret is wrong */
async function throwIfItsCodesWork(other: LoginAccount, account: LoginAccount): Promise<void> {
  const { run, trace } = currentCase()
  if (!run.failedLogins.hadSecondStep(other.username))
    await secondStepOf(run, createApi(run, trace), other, loginFamily(run))
  if (run.failedLogins.hadSecondStep(other.username))
    throw new SetupFailed(
      `the declared otpSecret, digits or period of ${account.username} seems to be wrong, since the codes of ${other.username} work: run conformance doctor`,
    )
}
