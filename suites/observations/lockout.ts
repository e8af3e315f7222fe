import { tokenIn } from '../../harness/client/answer.ts'
import type { Account, Tools } from '../../harness/cases/tools.ts'
import { NotDeclared } from '../../harness/verdicts/outcomes.ts'
import { observation } from '../observe.ts'
import { limitInWords, limitOf } from './limit-of.ts'
import { described } from './words.ts'

/** Wrong logins in a row after which nobody looks further. */
const enough = 12
const day = 86_400

observation('observe.lockout', { locksOut: true }, async (tools) => {
  const { run } = tools
  if (!run.declaration.observe.lockout) {
    throw new NotDeclared('observe.lockout', 'declare observe.lockout: true; an account is locked on the way')
  }
  const account = run.declaration.accounts.plain2 ? tools.account2 : tools.account
  const wrong = await failures(tools, account, enough)
  if (await getsIn(tools, account)) return `not after ${enough} failed logins in a row`
  const told = wrong.findIndex((answer) => answer !== wrong[0])
  const after =
    told === -1 ? `after at most ${enough}` : `after ${told}, when the answer becomes ${wrong[told]}`
  if (!run.clock.movable || run.clock.realTime) return `${after}; for how long needs a movable clock`
  const lockedAt = run.clock.now()
  // One lock is looked at from time to time: each look is a right login, and the last one ends it.
  const limit = await limitOf({
    most: 2 * day,
    usual: [],
    works: async (seconds) => {
      await tools.clock.until(lockedAt + seconds * 1000)
      return !(await getsIn(tools, account))
    },
  })
  return `${after}; ${limitInWords(limit, { worked: 'still locked', failed: 'open again', exact: 'fails' })}`
})

async function failures({ api, run }: Tools, account: Account, count: number): Promise<string[]> {
  const answers: string[] = []
  for (let failure = 0; failure < count; failure++) {
    const password = `${account.password}-${run.random.word(6)}`
    answers.push(described(await api.login({ ...account, password })))
  }
  return answers
}

const getsIn = async ({ api }: Tools, account: Account): Promise<boolean> =>
  tokenIn(await api.login(account, { role: 'twin' })) !== undefined
