import { expect, test } from 'vitest'
import type { Case, Phase } from './registry.ts'
import { inOrder, runInOrder, type ScheduleOptions } from './schedule.ts'

const one = (id: string, phase: Phase, tools: Case['tools'] = [], requirement = id): Case => ({
  id,
  requirement,
  title: id,
  tools,
  phase,
  body: async () => {},
})

/** Runs the cases, each until all that began with it have begun; returns what began together, in order. */
async function groupsOf(cases: Case[], options: Partial<ScheduleOptions> = {}): Promise<string[][]> {
  const groups: string[][] = []
  let group: string[] | undefined
  await runInOrder(
    cases,
    { shareHours: () => 'none', codesBeside: false, inLanes: false, ...options },
    async ({ id }) => {
      if (!group) groups.push((group = []))
      group.push(id)
      await new Promise((resolve) => setImmediate(resolve))
      group = undefined
    },
  )
  return groups
}

const everyPhase = ['last', 'years', 'captcha', 'sequences', 'hours', 'codes', 'plain'] as const

test('phases follow one another, whatever order the cases were registered in', async () => {
  const cases = everyPhase.map((phase) => one(phase, phase))
  const wanted = ['plain', 'codes', 'hours', 'sequences', 'captcha', 'years', 'last']
  expect(inOrder(cases).map(({ id }) => id)).toEqual(wanted)
  expect(await groupsOf(cases)).toEqual(wanted.map((id) => [id]))
})

test('cases of one phase keep the order in which they were registered', () => {
  const cases = [one('b', 'plain'), one('c', 'codes'), one('a', 'plain')]
  expect(inOrder(cases).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
})

test('commands and signatures have lanes of their own, where there are lanes', async () => {
  const cases = [
    one('command', 'plain', ['api', 'operator']),
    one('signs', 'plain', ['api', 'accessKey']),
    one('signs and logs in', 'plain', ['api', 'accessKey', 'account']),
    one('login', 'plain', ['api', 'account']),
  ]
  expect(await groupsOf(cases, { inLanes: true })).toEqual([
    ['command', 'signs', 'signs and logs in'],
    ['login'],
  ])
  expect(await groupsOf(cases)).toEqual(cases.map(({ id }) => [id]))
})

test('codes that are waited for in real time run beside the plain cases', async () => {
  const cases = [one('login', 'plain'), one('code', 'codes'), one('next login', 'plain')]
  expect(await groupsOf(cases, { codesBeside: true })).toEqual([['login', 'code'], ['next login']])
  expect(await groupsOf(cases)).toEqual([['login'], ['next login'], ['code']])
})

test('in real time all share the hours', async () => {
  const cases = [one('a', 'hours'), one('b', 'sequences'), one('c', 'hours')]
  expect(await groupsOf(cases, { shareHours: () => 'all' })).toEqual([['a', 'c', 'b']])
})

test('where time jumps, those of one requirement and one account share them', async () => {
  const cases = [
    one('a', 'hours', ['account', 'clock'], 'token.x'),
    one('other account', 'hours', ['account2', 'clock'], 'token.x'),
    one('b', 'hours', ['account', 'clock'], 'token.y'),
    one('code', 'hours', ['mfaAccount2', 'clock'], 'token.x'),
    one('c', 'hours', ['account', 'clock'], 'token.x'),
    one('sequence', 'sequences', ['account'], 'token.x'),
  ]
  expect(await groupsOf(cases, { shareHours: () => 'of one account' })).toEqual([
    ['a', 'c'],
    ['b'],
    ['other account'],
    ['code'],
    ['sequence'],
  ])
})

test('whether the hours are shared is asked after the cases before them', async () => {
  const ran: string[] = []
  const cases = [one('login', 'plain'), one('code', 'codes'), one('hour', 'hours')]
  const shareHours = () => {
    expect(ran).toEqual(['login', 'code'])
    return 'none' as const
  }
  await runInOrder(cases, { shareHours, codesBeside: false, inLanes: false }, ({ id }) =>
    Promise.resolve(void ran.push(id)),
  )
  expect(ran).toEqual(['login', 'code', 'hour'])
})
