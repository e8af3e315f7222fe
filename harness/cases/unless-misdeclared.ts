import type { Answer } from '../client/answer.ts'
import { createApi, declaredAccounts } from '../client/api.ts'
import { SetupFailed, Violation } from '../verdicts/outcomes.ts'
import { header } from '../wire/exchange.ts'
import { currentCase } from './current-case.ts'

/**
 * A right login that was rejected in every way may be wrong in the declaration, which another account of its kind tells.
 * Only where logins are limited: there the other way was tried at once.
 */
export function unlessMisdeclared(
  found: Violation,
  { operation, username, family, exchange }: Answer,
): Violation {
  const { run, trace } = currentCase()
  const { failedLogins, declaration } = run
  const { plain, plain2, mfa, mfa2 } = declaration.accounts
  const account = declaredAccounts(run).find((one) => one.username === username)
  if (!account || !failedLogins.limited) return found
  const isCode = operation === 'second-step'
  if (isCode ? failedLogins.hadSecondStep(account.username) : failedLogins.wasAccepted(account.username))
    return found
  const what = isCode ? 'otpSecret' : 'password'
  const { wanted, got, ifMayList } = found
  const hint = `${got}; or the declared ${what} of ${account.username} is wrong: run conformance doctor`
  const doubtful = new Violation(wanted, hint, ifMayList)
  if (isCode) return doubtful
  const others = [plain, plain2].includes(account) ? [plain, plain2] : [mfa, mfa2]
  const encoding = header(exchange.request.headers, 'content-type')?.includes('json') ? 'json' : 'form'
  doubtful.confirm = async () => {
    for (const other of others) {
      if (!other || other === account) continue
      const way = { encoding, role: 'twin', ...(family ? { family } : {}) } as const
      if (!failedLogins.wasAccepted(other.username))
        await asFarAsItGoes(createApi(run, trace).login(other, way))
      if (failedLogins.wasAccepted(other.username))
        throw new SetupFailed(
          `the declared password of ${account.username} seems to be wrong, since ${other.username} gets in: run conformance doctor`,
        )
    }
  }
  return doubtful
}

async function asFarAsItGoes(login: Promise<Answer>): Promise<void> {
  try {
    await login
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
  }
}
