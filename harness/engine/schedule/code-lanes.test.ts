import { expect, test } from 'vitest'
import { allAccounts } from '../../client/testing/accounts.ts'
import { createTestClient } from '../../client/testing/test-client.ts'
import { hasCodes, inCodeLanes, waitsForCode, withNextCode } from './code-lanes.ts'
import type { Case } from '../case/registry.ts'
import type { Need, Tools } from '../case/tools.ts'
import type { Run } from '../../run/run.ts'
import type { DeclaredMfaAccount } from '../../subject/declaration/declared-accounts.ts'

const one = (id: string, needs: Need[], more: Partial<Case> = {}): Case => ({
  id,
  requirement: id,
  title: id,
  needs,
  phase: 'codes',
  body: async () => {},
  ...more,
})

/** Runs the cases, each for one turn; returns each as it starts, with a `2` on the second account, and what runs beside it. */
async function startsOf(
  cases: readonly Case[],
  may: (owner: string) => boolean = () => true,
  lanes = 8,
  waits: (one: Case) => boolean = () => false,
) {
  const starts: string[] = []
  const running = new Set<string>()
  const judged = new Set<string>()
  const options = {
    hasCodes: may,
    choose: (one: Case) => one,
    waits,
    isJudged: (requirement: string) => judged.has(requirement),
    lanes,
  }
  await inCodeLanes(cases, options, async ({ id, requirement, needs }) => {
    const name = needs.includes('mfaAccount') ? id : `${id} 2`
    starts.push([name, ...running].join(' beside '))
    running.add(name)
    await new Promise((resolve) => setImmediate(resolve))
    running.delete(name)
    if (!id.startsWith('left out')) judged.add(requirement)
  })
  return starts
}

/** Uses up time steps of the account. */
async function takeCodes(
  { codes }: Run,
  account: DeclaredMfaAccount | false | undefined,
  count: number,
): Promise<void> {
  for (let taken = 0; taken < count; taken++) await codes.next(account || expect.fail(), async () => {})
}

const either = (id: string) => one(id, ['mfaAccount', 'account'])

test('each account has a lane, and a case that may use either goes to the one that is free', async () => {
  const cases = [one('a', ['mfaAccount2']), either('b'), either('c'), either('d'), one('e', ['mfaAccount2'])]
  expect(await startsOf(cases)).toEqual(['b', 'a 2 beside b', 'c beside a 2', 'd 2 beside c', 'e 2'])
})

test('a case that plans a rejection of one account stays with it', async () => {
  const rejects = { of: 'mfa', rank: 1 } as const
  const cases = [one('a', ['mfaAccount'], { rejects }), one('b', ['mfaAccount'], { rejects })]
  expect(await startsOf(cases)).toEqual(['a', 'b'])
})

test('cases that use both accounts, run alone or send no seed of an account come last and by themselves', async () => {
  const cases = [
    one('both', ['mfaAccount', 'mfaAccount2']),
    one('race', ['mfaAccount'], { alone: true }),
    one('no seed', ['mfaAccount'], { rejects: { of: 'nobody', rank: 1 } }),
    either('a'),
    either('b'),
  ]
  expect(await startsOf(cases)).toEqual(['a', 'b 2 beside a', 'both', 'race', 'no seed'])
})

test('each requirement has one case before any has a second, and one that is left out does not count', async () => {
  const cases = ['a1', 'a2', 'left out b', 'b1', 'b2', 'c1'].map((id) =>
    one(id, ['mfaAccount'], {
      requirement: id.replace('left out ', '').slice(0, 1),
      rejects: { of: 'mfa', rank: 1 },
    }),
  )
  const alone = one('d1', ['mfaAccount'], { requirement: 'd', alone: true })
  const expected = ['a1', 'left out b', 'b1', 'c1', 'd1', 'a2', 'b2']
  expect(await startsOf([...cases, alone])).toEqual(expected)
  expect(await startsOf([...cases, alone], () => true, 1)).toEqual(expected)
})

test('an account without codes left takes no case that may use the other', async () => {
  expect(await startsOf([either('a'), either('b')], (owner) => owner === 'mfa')).toEqual(['a', 'b'])
  expect(await startsOf([either('a'), either('b')], () => false)).toEqual(['a', 'b'])
})

test('of cases that run one by one, those come first that need not wait, and then those that need both accounts', async () => {
  const cases = [
    one('waits', ['mfaAccount'], { alone: true }),
    one('waits for both', ['mfaAccount', 'mfaAccount2']),
    one('is ready', ['mfaAccount'], { alone: true }),
  ]
  const isWaiting = ({ id }: Case) => id.startsWith('waits')
  expect(await startsOf(cases, () => true, 8, isWaiting)).toEqual(['is ready', 'waits for both', 'waits'])
})

test.for([
  ['the second, if it has more left', 'mfa', 'mfaAccount2'],
  ['the first, if the second has fewer left', 'mfa2', 'mfaAccount'],
] as const)('asked for one by one, a case uses the codes of %s', async ([, taken, need]) => {
  const { run } = createTestClient({}, { declared: { accounts: allAccounts }, movable: false })
  const { mfa, mfa2 } = run.declaration.accounts
  await takeCodes(run, taken === 'mfa' ? mfa : mfa2, 1)
  expect(withNextCode(run, either('a')).needs).toEqual([need, 'account'])
})

test('asked for one by one, a case uses the codes of an account that need not wait, even if it has fewer left', async () => {
  const { run, pass } = createTestClient({}, { declared: { accounts: allAccounts }, movable: false })
  const { mfa, mfa2 } = run.declaration.accounts
  await takeCodes(run, mfa2, 2)
  pass(3 * 30 + 10)
  await takeCodes(run, mfa, 1)
  expect(withNextCode(run, either('a')).needs).toEqual(['mfaAccount2', 'account'])
  expect(waitsForCode(run, one('a', ['mfaAccount2']))).toBe(false)
  expect(waitsForCode(run, one('a', ['mfaAccount', 'mfaAccount2']))).toBe(true)
})

test('a case that goes to the other account logs in with it', async () => {
  const used: unknown[] = []
  const logsIn = (id: string) =>
    one(id, ['mfaAccount'], { body: async ({ mfaAccount }) => void used.push(mfaAccount) })
  const tools = { mfaAccount: 'first', mfaAccount2: 'second' } as unknown as Tools
  const options = {
    hasCodes: () => true,
    choose: (given: Case) => given,
    waits: () => false,
    isJudged: () => true,
    lanes: 8,
  }
  await inCodeLanes([logsIn('a'), logsIn('b')], options, async ({ body }) => await body(tools))
  expect(used.toSorted()).toEqual(['first', 'second'])
})

test.for([
  [8, 8, true],
  [2, 8, true],
  [1, 8, false],
  [1, 1, true],
  [0, 0, false],
] as const)(
  'with %i codes left, and %i of the other account, it takes a case: %s',
  async ([left, others, takes]) => {
    const { run } = createTestClient({}, { declared: { accounts: allAccounts }, movable: false })
    const { mfa, mfa2 } = run.declaration.accounts
    await takeCodes(run, mfa, 8 - left)
    await takeCodes(run, mfa2, 8 - others)
    expect(hasCodes(run, 'mfa')).toBe(takes)
  },
)
