import { tokenIn } from '../../harness/client/answer.ts'
import type { Account, Tools } from '../../harness/engine/case/tools.ts'
import { NotDeclared } from '../../harness/outcomes.ts'
import { observation } from '../measuring/observe.ts'
import { limitInWords, limitOf, orStopped } from '../measuring/limit-of.ts'
import { wrongPassword } from '../wrong-values/legal-equals.ts'

/** Gives up after this many failed logins in a row. */
const enough = 12
const day = 86_400

observation('observe.lockout', { locksOut: true }, async (tools) => {
  const { run } = tools
  if (!run.declaration.observe.lockout) {
    throw new NotDeclared('observe.lockout', 'declare observe.lockout: true; an account is locked on the way')
  }
  const account = run.declaration.accounts.plain2 ? tools.account2 : tools.account
  // Otherwise, a locked account would look the same as a wrong password in the declaration.
  await tools.api.token(account)
  await failures(tools, account, enough)
  let lockedAt = run.clock.now()
  let isLocked = !(await getsIn(tools, account))
  if (!isLocked) return `not after ${enough} failed logins in a row`
  if (!run.clock.movable || run.clock.realTime)
    return `after ${enough} failed logins in a row at most; for how long, and when exactly, needs a movable clock`
  const limit = await limitOf({
    most: 2 * day,
    usual: [299, 599, 899, 1799, 3599, day - 1],
    async works(seconds) {
      // The ages asked for only rise while the account is locked, so a lock that was seen to last goes on.
      if (!isLocked) {
        await failures(tools, account, enough)
        lockedAt = run.clock.now()
      }
      await tools.clock.until(lockedAt + seconds * 1000)
      isLocked = !(await getsIn(tools, account))
      return isLocked
    },
  })
  const lasts = limitInWords(limit, { worked: 'still locked', failed: 'open again', exact: 'fails' })
  if (limit.fails === undefined) return `after ${enough} failed logins in a row at most, for ${lasts}`
  const { fails } = limit
  const counted = await orStopped(async () => await countOf(tools, account, fails))
  if (typeof counted === 'string')
    return `after ${enough} failed logins in a row at most, for ${lasts}; not looked further (${counted})`
  const { count, clears } = counted
  const cleared = clears ? 'a valid login clears the count' : 'a valid login does not clear the count'
  return `after ${count} failed logins in a row, for ${lasts}; ${cleared}`
})

/** Counts the failures that lock an account, given how long a lock lasts. */
async function countOf(tools: Tools, account: Account, lockSeconds: number) {
  /** Starts and ends with an account that can log in. */
  const locks = async (count: number) => {
    await failures(tools, account, count)
    if (await getsIn(tools, account)) return false
    await tools.clock.forward(lockSeconds + 1)
    await getsIn(tools, account)
    return true
  }
  await tools.clock.forward(lockSeconds + 1)
  await getsIn(tools, account)
  let [spares, count] = [0, enough]
  while (count - spares > 1) {
    const middle = Math.floor((spares + count) / 2)
    if (await locks(middle)) count = middle
    else spares = middle
  }
  await failures(tools, account, count - 1)
  await getsIn(tools, account)
  return { count, clears: !(await locks(1)) }
}

async function failures({ api, run }: Tools, account: Account, count: number): Promise<void> {
  for (let failure = 0; failure < count; failure++) {
    await api.login({ ...account, password: wrongPassword(account.password, run.random.word(6)) })
  }
}

const getsIn = async ({ api }: Tools, account: Account): Promise<boolean> =>
  tokenIn(await api.login(account, { role: 'twin' })) !== undefined
