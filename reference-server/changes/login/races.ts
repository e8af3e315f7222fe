import { setTimeout } from 'node:timers/promises'
import type { Call } from '../../common/call.ts'
import { type Apply, type Defect, wrap } from '../change.ts'
import type { Account } from '../../domain/accounts.ts'
import { isCall } from '../shared/alter-answers.ts'
import { breaking, must, should } from '../shared/breach.ts'

const wrongPassword = breaking(must('login.wrong-password'))
const wrongCode = breaking(must('mfa.wrong-code'))

/** Logins whose state is visible to other logins at the same moment. */
export const loginRaceDefects: Record<string, Defect> = {
  'password-result-shared-at-once-on-older-family': wrongPassword(
    'On the older path family, simultaneous logins of one account share the result of the check.',
    shareResult('users-v1', (own, other) => own === other),
  ),
  'password-result-of-another-at-once-on-newer-family': wrongPassword(
    'On the newer path family, a failed login gets the account of another one that succeeds at the same moment.',
    shareResult('v1', (own, other) => own !== other),
  ),
  'token-of-another-at-once': breaking(must('login.json'))(
    'Simultaneous logins get the token that was created last.',
    (parts) => {
      const meet = createMeetings<object>()
      wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
        const answer = await handle(handler, call, reply)
        if (!isCall('login')(call) || !isTokenResponse(answer)) return answer
        return (await meet(answer)).at(-1) ?? answer
      })
    },
  ),
  'mfa-skipped-beside-plain-login-on-older-family': breaking(must('mfa.challenge-shape'))(
    'On the older path family, a login without a second factor lets simultaneous logins skip theirs.',
    decideTogether((all) => all.every(({ otp }) => otp !== undefined), 'users-v1'),
  ),
  'challenge-beside-mfa-login-at-once': breaking(must('login.no-challenge-without-mfa'))(
    'A login with a second factor makes simultaneous logins need one too.',
    decideTogether((all) => all.some(({ otp }) => otp !== undefined)),
  ),
  'account-of-the-last-login-at-once-on-newer-family': breaking(
    must('mfa.newer-family-two-steps', 'login.no-challenge-without-mfa'),
  )(
    'On the newer path family, simultaneous logins are answered for the account whose password was checked last.',
    (parts) => {
      let latest: Account | undefined
      wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
        const account = await check(username, sent, call)
        if (account === undefined || !isCall('login', 'v1')(call)) return account
        latest = account
        await setTimeout(momentMilliseconds)
        return latest
      })
    },
  ),
  'seed-of-another-at-once': breaking(must('mfa.seed-per-account'))(
    'Simultaneous challenges carry the seed that was created last.',
    (parts) => {
      let latest: unknown
      wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
        const answer = await handle(handler, call, reply)
        const isChallenge =
          call.operation === 'login' && typeof answer === 'object' && answer !== null && 'seed' in answer
        if (!isChallenge) return answer
        latest = answer
        await setTimeout(momentMilliseconds)
        return latest
      })
    },
  ),
  'code-result-shared-at-once': wrongCode(
    'A wrong code is accepted if a valid code of the same account arrives at the same moment.',
    shareCodeResult((own, other) => own === other),
  ),
  'code-result-of-another-at-once': wrongCode(
    'A wrong code is accepted if a valid code of another account arrives at the same moment.',
    shareCodeResult((own, other) => own !== other),
  ),
  'code-used-twice-at-once': breaking(should('mfa.code-one-time'))(
    'A code is marked as used a moment after it was accepted; until then it works with other seeds.',
    (parts) => {
      const meet = createMeetings<string>()
      wrap(parts, 'checkCode', (check) => async (account, code, call) => {
        const own = `${account.username} ${code}`
        const isRight = await check(account, code, call)
        return (await meet(isRight ? own : undefined)).includes(own) || isRight
      })
    },
  ),
}

/** Longer than it takes to read a request that was sent at the same moment. */
const momentMilliseconds = 25

/** Holds each caller for a moment, then returns what the callers present at the same time have put. */
function createMeetings<T>(): (put?: T) => Promise<T[]> {
  const present = new Set<{ put: T | undefined; seen: T[] }>()
  const isGiven = (value: T | undefined) => value !== undefined
  return async (put) => {
    const own = { put, seen: [...present].map((other) => other.put).filter(isGiven) as T[] }
    if (put !== undefined) for (const other of present) other.seen.push(put)
    present.add(own)
    await setTimeout(momentMilliseconds)
    present.delete(own)
    return own.seen
  }
}

const isTokenResponse = (answer: unknown): answer is object =>
  typeof answer === 'object' && answer !== null && 'token' in answer

/** If a login of an account without a second factor fails, gives it the account of a simultaneous login. */
function shareResult(family: Call['family'], shares: (own: string, other: string) => boolean): Apply {
  return (parts) => {
    const meet = createMeetings<Account>()
    wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
      const account = await check(username, sent, call)
      if (!isCall('login', family)(call) || parts.accounts.find(username, call)?.otp) return account
      const met = await meet(account)
      return account ?? met.find((other) => shares(username, other.username))
    })
  }
}

/** Decides once for all simultaneous logins, of one path family if given, whether they need a second step. */
function decideTogether(decide: (all: readonly Account[]) => boolean, family?: Call['family']): Apply {
  return (parts) => {
    const meet = createMeetings<Account>()
    const together = new WeakMap<Call, Account[]>()
    wrap(parts, 'checkPassword', (check) => async (username, sent, call) => {
      const account = await check(username, sent, call)
      if (account && isCall('login', family)(call)) together.set(call, [account, ...(await meet(account))])
      return account
    })
    wrap(parts, 'needsSecondStep', (needs) => (account, call) => {
      const all = together.get(call)
      return all ? decide(all) : needs(account, call)
    })
  }
}

function shareCodeResult(shares: (own: string, other: string) => boolean): Apply {
  return (parts) => {
    const meet = createMeetings<{ username: string; code: string }>()
    wrap(parts, 'checkCode', (check) => async (account, code, call) => {
      const { username } = account
      const isRight = await check(account, code, call)
      const met = await meet(isRight ? { username, code } : undefined)
      return isRight || met.some((other) => other.code !== code && shares(username, other.username))
    })
  }
}
