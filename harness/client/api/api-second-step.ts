import { loginPath } from '../../facts/families.ts'
import { currentAllowance } from '../../run/current-case.ts'
import type { Run } from '../../run/run.ts'
import { addExchange, type Role, type Trace } from '../../run/trace.ts'
import type { Exchange, Header } from '../../wire/exchange.ts'
import { afterRejectedCode } from '../after-rejected-code.ts'
import { tokenIn, type Answer } from '../answer.ts'
import type { AnswerOptions } from '../api-options.ts'
import { logIn } from './api-login.ts'
import { bookLogin, examineLogin } from './book-login.ts'
import { isCodeOfNow } from '../code-account.ts'
import { post, toAnswer } from './post.ts'
import { resolveOtpUrl, sameForAll, type Challenge } from '../second-step.ts'
import { pathOf } from '../send.ts'
import { cookieFields, renewed } from '../session-challenge.ts'

/** Sends a second step to the path that the challenge names, or in the session that keeps the challenge. */
export async function answerChallenge(
  run: Run,
  trace: Trace,
  challenge: Challenge,
  code: string,
  options: AnswerOptions = {},
): Promise<Answer> {
  const { encoding = 'json', role = 'judged' } = options
  const { account, family, otpUrl, cookies } = challenge
  if (cookies) return await answerInSession(run, trace, challenge, { cookies, code, role })
  const fields = options.fields ?? { seed: challenge.seed, otp_code: code }
  const { seed } = fields
  const own = typeof seed === 'string' ? run.seeds.ownerOf(seed) : undefined
  const owner = options.account === undefined ? (own ?? account.username) : (options.account ?? undefined)
  const path = options.path ?? resolveOtpUrl(challenge, run.wire)
  const isRight =
    isRightAnswer(run, challenge, fields) && !(currentAllowance()?.cautious && role === 'judged')
  const way = `${owner} second step, ${encoding} to ${sameForAll(path)}`
  const isNamed = options.path === undefined || pathOf(otpUrl).endsWith(options.path)
  const elsewhere = isNamed ? {} : { elsewhere: true as const }
  const login = { owner, isCode: true, ...(isRight ? { way } : {}), ...elsewhere } as const
  const headers: Header[] = [['Cache-Control', 'no-cache'], ...(options.headers ?? [])]
  const before = isRight ? rejectedCode(run, owner, way) : undefined
  if (before) addExchange(trace, role, before)
  const how = { encoding, role, headers, whole: options.path === undefined, login, wire: options.wire }
  const exchange = before ?? (await post(run, trace, path, options.body ?? fields, how))
  const answer = toAnswer(run, 'second-step', exchange, { family, username: account.username })
  await examineLogin(run, trace, answer, seed)
  if (tokenIn(answer) !== undefined) run.seeds.spend(challenge.seed, account.username, code)
  bookLogin(run, trace, answer, { owner, way })
  if (isRight && !before) await tryOnceMore(run, trace, answer, { challenge, way })
  return answer
}

/** Sends the second step of a challenge kept in a session, and the login after it, which returns the token. */
async function answerInSession(
  run: Run,
  trace: Trace,
  challenge: Challenge,
  { cookies, code, role }: { cookies: ReadonlyMap<string, string>; code: string; role: Role },
): Promise<Answer> {
  const { account, family } = challenge
  const { username: owner, password } = account
  const way = `${owner} second step in session`
  const ending = ({ response: { status } }: Exchange) =>
    status >= 200 && status < 300 ? ('challenge' as const) : undefined
  const isRight = isCodeOfNow(run, account, code)
  const before = isRight ? rejectedCode(run, owner, way) : undefined
  if (before) {
    addExchange(trace, role, before)
    return toAnswer(run, 'second-step', before, { family, username: owner })
  }
  const encoding = 'json'
  const sent = await post(
    run,
    trace,
    resolveOtpUrl(challenge, run.wire),
    { type: 'otp', code },
    {
      encoding,
      role,
      headers: cookieFields(cookies),
      whole: true,
      login: { owner, ending, isCode: true, ...(isRight ? { way } : {}) },
    },
  )
  const step = toAnswer(run, 'second-step', sent, {})
  const exchange = await post(
    run,
    trace,
    loginPath[family],
    { username: owner, password },
    {
      encoding,
      role,
      headers: cookieFields(renewed(cookies, step)),
      login: { owner, way: `${owner} json ${loginPath[family]}` },
    },
  )
  const answer = toAnswer(run, 'second-step', exchange, { family, username: owner, step })
  bookLogin(run, trace, answer, { owner, way })
  if (isRight) await tryOnceMore(run, trace, answer, { challenge, way })
  return answer
}

const tryOnceMore = (
  run: Run,
  trace: Trace,
  answer: Answer,
  tried: Parameters<typeof afterRejectedCode>[3],
): Promise<void> =>
  afterRejectedCode(
    run,
    {
      login: (...login) => logIn(run, trace, ...login),
      answer: (...second) => answerChallenge(run, trace, ...second),
    },
    answer,
    tried,
  )

/** The earlier answer to this way if two codes of the account were rejected and none accepted: it is not sent again. */
function rejectedCode(run: Run, owner: string | undefined, way: string): Exchange | undefined {
  const { codesRejected, hadSecondStep, rejectedLogins } = run.failedLogins
  if (owner === undefined || hadSecondStep(owner) || codesRejected(owner) < 2) return undefined
  return rejectedLogins.get(way)
}

/** True for a seed that was given to this account and not spent, with a current code that was not spent either. */
function isRightAnswer(
  run: Run,
  { account }: Challenge,
  { seed, otp_code: code }: Record<string, unknown>,
): boolean {
  return run.seeds.mayBuy(String(seed), account.username, String(code)) && isCodeOfNow(run, account, code)
}
