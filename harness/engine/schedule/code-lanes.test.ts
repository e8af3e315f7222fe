import { expect, test } from 'vitest'
import { allAccounts } from '../../client/testing/accounts.ts'
import { createTestClient } from '../../client/testing/test-client.ts'
import { hasCodes, inCodeLanes, withMoreCodes } from './code-lanes.ts'
import type { Case } from '../case/registry.ts'
import type { Need, Tools } from '../case/tools.ts'

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
async function startsOf(cases: readonly Case[], may: (owner: string) => boolean = () => true) {
  const starts: string[] = []
  const running = new Set<string>()
  await inCodeLanes(cases, { hasCodes: may, choose: (one) => one }, async ({ id, needs }) => {
    const name = needs.includes('mfaAccount') ? id : `${id} 2`
    starts.push([name, ...running].join(' beside '))
    running.add(name)
    await new Promise((resolve) => setImmediate(resolve))
    running.delete(name)
  })
  return starts
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

test('an account without codes left takes no case that may use the other', async () => {
  expect(await startsOf([either('a'), either('b')], (owner) => owner === 'mfa')).toEqual(['a', 'b'])
  expect(await startsOf([either('a'), either('b')], () => false)).toEqual(['a', 'b'])
})

test.for([
  ['the second, if it has more left', -1, 'mfaAccount2'],
  ['the first, if the second has fewer left', 1, 'mfaAccount'],
] as const)('asked for one by one, a case uses the codes of %s', ([, kept, need]) => {
  const { run } = createTestClient({}, { declared: { accounts: allAccounts }, movable: false })
  const { mfa2 } = run.declaration.accounts
  run.codes.keep(mfa2 || expect.fail(), 'another case', kept)
  expect(withMoreCodes(run, either('a')).needs).toEqual([need, 'account'])
})

test('a case that goes to the other account logs in with it', async () => {
  const used: unknown[] = []
  const logsIn = (id: string) =>
    one(id, ['mfaAccount'], { body: async ({ mfaAccount }) => void used.push(mfaAccount) })
  const tools = { mfaAccount: 'first', mfaAccount2: 'second' } as unknown as Tools
  const options = { hasCodes: () => true, choose: (given: Case) => given }
  await inCodeLanes([logsIn('a'), logsIn('b')], options, async ({ body }) => await body(tools))
  expect(used.toSorted()).toEqual(['first', 'second'])
})

test.for([
  [14, 14, true],
  [2, 14, true],
  [1, 14, false],
  [1, 1, true],
  [0, 0, false],
] as const)(
  'with %i codes left, and %i of the other account, it takes a case: %s',
  ([left, others, takes]) => {
    const { run } = createTestClient({}, { declared: { accounts: allAccounts }, movable: false })
    const { mfa, mfa2 } = run.declaration.accounts
    run.codes.keep(mfa || expect.fail(), 'another case', 14 - left)
    run.codes.keep(mfa2 || expect.fail(), 'another case', 14 - others)
    expect(hasCodes(run, 'mfa')).toBe(takes)
  },
)
