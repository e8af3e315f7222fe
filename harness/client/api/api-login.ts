import { AskedToWait, NotSupported } from '../../outcomes.ts'
import type { Run } from '../../run/run.ts'
import { addExchange, type Trace } from '../../run/trace.ts'
import { loginPath, type Family } from '../../facts/families.ts'
import { afterRejection } from '../after-rejection.ts'
import { field, isChallenge, tokenIn, type Answer } from '../answer.ts'
import type { LoginAccount, LoginOptions } from '../api-options.ts'
import { demandNoCaptcha } from '../captcha.ts'
import { mfaAccountNamed } from '../code-account.ts'
import { anonymous } from '../credentials/credentials.ts'
import { bookLogin, examineLogin } from './book-login.ts'
import { post, toAnswer } from './post.ts'
import { asksToWait, send } from '../send.ts'

/** Sends a login. A rejected one of a declared account is sent once more in another way, to learn what the server accepts. */
export async function logIn(
  run: Run,
  trace: Trace,
  account: LoginAccount,
  options: LoginOptions,
): Promise<Answer> {
  const { family = loginFamily(run), encoding = 'json', role = 'judged' } = options
  if (!run.support.login[family])
    throw new NotSupported(`the subject has no login of the path family ${family}`)
  const fields = options.fields ?? { username: account.username, password: account.password }
  const valid = options.account !== null && isDeclared(run, fields)
  const path = options.path ?? loginPath[family]
  const owner = options.account === undefined ? declaredNameIn(run, fields) : (options.account ?? undefined)
  const way = `${account.username} ${options.type ?? encoding} ${path}`
  run.lists.addInnocent([account.username])
  const mfa = mfaAccountNamed(run, account.username)
  if (valid && mfa) run.codes.asked(mfa, false)
  const { body = fields, headers = [], type, method, accept, wire } = options
  // A path that rejects a valid login but is not the login's costs the run's budget, but no account's.
  const rightly = options.path === undefined ? { owner, way } : { way, elsewhere: true as const }
  const beside = headers.length > 0 && type === undefined ? { besideHeaders: true as const } : {}
  const login = valid ? { ...rightly, ...beside } : { owner }
  // A rejected login is not sent again, because the server would only count it. If it doesn't count, and the account was
  // let in since, the server may have rejected it because of the logins at the same moment.
  const { limited, rejectedLogins, wasAccepted } = run.failedLogins
  const stays = valid && (limited || !wasAccepted(account.username))
  const before = stays ? rejectedLogins.get(way) : undefined
  if (before) addExchange(trace, role, before)
  const sent = () =>
    method === undefined
      ? post(run, trace, path, body, { encoding, role, headers, type, accept, login, wire })
      : send(run, trace, { method, path, credential: anonymous, headers, role, part: 'login' })
  const exchange =
    before ??
    (await sent().catch((error: unknown) => {
      const last = trace.exchanges.at(-1)?.exchange
      const isPutOff = error instanceof AskedToWait && last !== undefined && asksToWait(last.response)
      // That says nothing about the login, so the next one may ask for a code.
      if (isPutOff && valid && mfa) run.codes.asked(mfa, true)
      throw error
    }))
  const answer = toAnswer(run, 'login', exchange, { family, username: account.username })
  await examineLogin(run, trace, answer)
  bookLogin(run, trace, answer, { owner, way })
  if (tokenIn(answer) !== undefined) run.letIn.set(account.username, { family, encoding })
  const tried = { username: account.username, way, family, encoding }
  const again = (other: LoginOptions) => logIn(run, trace, account, other)
  if (valid && !before && headers.length === 0) await afterRejection(run, answer, tried, again)
  if (valid && mfa) run.codes.asked(mfa, givesSeed(answer) && tokenIn(answer) === undefined)
  if (valid && tokenIn(answer) === undefined && !isChallenge(answer)) demandNoCaptcha(answer)
  return answer
}

/** True if a second step can follow; if not, it makes no sense to wait for a code. */
const givesSeed = ({ json }: Answer): boolean => Boolean(field(json, 'seed'))

/** The older family if the subject has its login, otherwise the newer one. */
export const loginFamily = (run: Run): Family => (run.support.login['users-v1'] ? 'users-v1' : 'v1')

export function declaredAccounts(run: Run) {
  const { plain, plain2, mfa, mfa2 } = run.declaration.accounts
  return [plain, plain2, mfa, mfa2].filter((account) => account !== undefined && account !== false)
}

/** The declared account with the name that is sent; undefined for any other, whose failed login counts for none. */
function declaredNameIn(run: Run, { username }: Record<string, unknown>): string | undefined {
  return declaredAccounts(run).find((account) => account.username === username)?.username
}

function isDeclared(run: Run, { username, password }: Record<string, unknown>): boolean {
  return declaredAccounts(run).some((one) => one.username === username && one.password === password)
}
