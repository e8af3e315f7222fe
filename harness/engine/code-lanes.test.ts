import { expect, test } from 'vitest'
import { allAccounts } from '../client/testing/accounts.ts'
import { createTestClient } from '../client/testing/test-client.ts'
import { inCodeLanes, withMoreCodes } from './code-lanes.ts'
import type { Case } from './registry.ts'
import type { Need, Tools } from './tools.ts'

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
async function startsOf(cases: readonly Case[], hasCodes: (owner: string) => boolean = () => true) {
  const starts: string[] = []
  const running = new Set<string>()
  await inCodeLanes(cases, hasCodes, async ({ id, needs }) => {
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

test('cases that use both accounts, or run alone, come last and by themselves', async () => {
  const cases = [
    one('both', ['mfaAccount', 'mfaAccount2']),
    one('race', ['mfaAccount'], { alone: true }),
    either('a'),
    either('b'),
  ]
  expect(await startsOf(cases)).toEqual(['a', 'b 2 beside a', 'both', 'race'])
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
  run.codes.keep(mfa2 || expect.fail(), kept)
  expect(withMoreCodes(run, either('a')).needs).toEqual([need, 'account'])
})

test('a case that goes to the other account logs in with it', async () => {
  const used: unknown[] = []
  const logsIn = (id: string) =>
    one(id, ['mfaAccount'], { body: async ({ mfaAccount }) => void used.push(mfaAccount) })
  const tools = { mfaAccount: 'first', mfaAccount2: 'second' } as unknown as Tools
  await inCodeLanes(
    [logsIn('a'), logsIn('b')],
    () => true,
    async ({ body }) => await body(tools),
  )
  expect(used.toSorted()).toEqual(['first', 'second'])
})
