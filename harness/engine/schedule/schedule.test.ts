import { expect, test } from 'vitest'
import type { Case, Phase } from '../case/registry.ts'
import { inOrder, runInOrder, type ScheduleOptions } from './schedule.ts'

const one = (id: string, phase: Phase = 'plain'): Case => ({
  id,
  requirement: id,
  title: id,
  needs: [],
  phase,
  body: async () => {},
})

const oneByOne: ScheduleOptions = {
  lanes: 1,
  leases: () => [],
  isKnown: () => true,
  shareHours: () => 'none',
  codesBeside: undefined,
  mayLock: () => false,
}
const inLanes: ScheduleOptions = { ...oneByOne, lanes: 8, shareHours: () => 'in lanes' }

/** Runs the cases, each until all that start with it have started; returns which start together, in order. */
async function groupsOf(cases: readonly Case[], options: ScheduleOptions): Promise<string[][]> {
  const groups: string[][] = []
  let group: string[] | undefined
  await runInOrder(cases, options, async ({ id }) => {
    if (!group) groups.push((group = []))
    group.push(id)
    await new Promise((resolve) => setImmediate(resolve))
    group = undefined
  })
  return groups
}

const everyPhase = ['last', 'years', 'late', 'sequences', 'hours', 'codes', 'challenges', 'plain'] as const

test('phases follow one another, whatever order the cases were registered in', async () => {
  const cases = everyPhase.map((phase) => one(phase, phase))
  const wanted = ['plain', 'challenges', 'codes', 'hours', 'sequences', 'late', 'years', 'last']
  expect(inOrder(cases).map(({ id }) => id)).toEqual(wanted)
  expect(await groupsOf(cases, oneByOne)).toEqual(wanted.map((id) => [id]))
})

test('cases of one phase keep the order in which they were registered', () => {
  const cases = [one('b'), one('c', 'codes'), one('a')]
  expect(inOrder(cases).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
})

test('plain cases run side by side, and so do those that wait for hours', async () => {
  const cases = [
    one('plain 1'),
    one('plain 2'),
    ...everyPhase.map((phase) => one(phase, phase)),
    one('hour 2', 'hours'),
  ]
  expect(await groupsOf(cases, inLanes)).toEqual([
    ['plain 1', 'plain 2', 'plain'],
    ['challenges'],
    ['codes'],
    ['hours', 'hour 2'],
    ['sequences'],
    ['late'],
    ['years'],
    ['last'],
  ])
})

test('no more run side by side than there are lanes; of those that wait for hours all do', async () => {
  const plain = ['a', 'b', 'c'].map((id) => one(id))
  expect(await groupsOf(plain, { ...inLanes, lanes: 2 })).toEqual([['a', 'b'], ['c']])
  const hours = ['a', 'b', 'c'].map((id) => one(id, 'hours'))
  expect(await groupsOf(hours, { ...inLanes, lanes: 2 })).toEqual([['a', 'b', 'c']])
  expect(await groupsOf(hours, { ...inLanes, shareHours: () => 'none' })).toEqual([['a'], ['b'], ['c']])
})

test('where it is crowded none begins beside another; hours are waited for together all the same', async () => {
  const crowded: ScheduleOptions = { ...inLanes, isCrowded: () => true }
  const cases = ['a', 'b', 'c']
  expect(
    await groupsOf(
      cases.map((id) => one(id)),
      crowded,
    ),
  ).toEqual([['a'], ['b'], ['c']])
  expect(
    await groupsOf(
      cases.map((id) => one(id, 'hours')),
      crowded,
    ),
  ).toEqual([['a', 'b', 'c']])
})

test('what holds the same lease waits; what needs to be alone comes behind the others, by itself', async () => {
  const leases: ScheduleOptions['leases'] = ({ id }) =>
    id.startsWith('race') ? 'alone' : id.startsWith('session') ? ['session', id] : [id]
  const cases = ['race 1', 'session 1', 'session 2', 'other', 'race 2'].map((id) => one(id))
  expect(await groupsOf(cases, { ...inLanes, leases })).toEqual([
    ['session 1', 'other'],
    ['session 2'],
    ['race 1'],
    ['race 2'],
  ])
})

test('what an earlier case waits for is kept for it', async () => {
  const wanted: Record<string, string[]> = { a: ['codes'], b: ['plain', 'codes'], c: ['plain'], d: [] }
  const cases = Object.keys(wanted).map((id) => one(id))
  const leases: ScheduleOptions['leases'] = ({ id }) => wanted[id] ?? []
  expect(await groupsOf(cases, { ...inLanes, leases })).toEqual([['a', 'd'], ['b'], ['c']])
})

test('what queues for a lease begins before what fits in beside it', async () => {
  const leases: ScheduleOptions['leases'] = ({ id }) => (id.startsWith('session') ? ['session'] : [])
  const cases = ['a', 'b', 'c', 'session 1', 'session 2'].map((id) => one(id))
  const groups = await groupsOf(cases, { ...inLanes, lanes: 2, leases })
  expect(groups.flat()).toEqual(['session 1', 'a', 'session 2', 'b', 'c'])
})

test('until it is known where a list has its records, cases run one after another', async () => {
  let ran = 0
  const isKnown = () => ran++ >= 2
  const cases = ['a', 'b', 'c', 'd'].map((id) => one(id))
  expect(await groupsOf(cases, { ...inLanes, isKnown })).toEqual([['a'], ['b'], ['c', 'd']])
})

test('in real time codes are waited for beside the plain cases, and all hours at once', async () => {
  const cases = [one('a'), one('code', 'codes'), one('hour', 'hours'), one('sequence', 'sequences')]
  const real: ScheduleOptions = {
    ...oneByOne,
    codesBeside: { hasCodes: () => true, choose: (one) => one, waits: () => false, isJudged: () => true },
    shareHours: () => 'all',
  }
  expect(await groupsOf(cases, real)).toEqual([
    ['a', 'code'],
    ['hour', 'sequence'],
  ])
})

test('a case is told whether another was under way while it ran, whichever began first', async () => {
  const company = new Map<string, boolean>()
  const leases: ScheduleOptions['leases'] = ({ id }) => (id === 'by itself' ? 'alone' : [])
  const cases = [one('first'), one('second'), one('by itself')]
  await runInOrder(cases, { ...inLanes, leases }, async ({ id }, hadCompany) => {
    await new Promise((resolve) => setImmediate(resolve))
    company.set(id, hadCompany())
  })
  expect(Object.fromEntries(company)).toEqual({ first: true, second: true, 'by itself': false })
})

test('in real time, a code is company for plain cases; one that waits for codes is judged once', async () => {
  const company = new Map<string, boolean>()
  const cases = [one('plain'), one('code 1', 'codes'), one('code 2', 'codes')]
  const codesBeside = {
    hasCodes: () => true,
    choose: (one: Case) => one,
    waits: () => false,
    isJudged: () => true,
  }
  for (const some of [cases, [one('alone')]])
    await runInOrder(some, { ...inLanes, codesBeside }, async ({ id }, hadCompany) => {
      for (let left = id === 'plain' ? 3 : 1; left > 0; left--)
        await new Promise((resolve) => setImmediate(resolve))
      company.set(id, hadCompany())
    })
  const expected = { plain: true, 'code 1': false, 'code 2': false, alone: false }
  expect(Object.fromEntries(company)).toEqual(expected)
})

test('what may lock an account comes after the plain cases that log in with it', async () => {
  const cases = [one('wrong'), one('code', 'codes'), one('right'), one('also right')]
  const mayLock: ScheduleOptions['mayLock'] = ({ id }) => id === 'wrong'
  expect(await groupsOf(cases, { ...inLanes, mayLock })).toEqual([
    ['right', 'also right'],
    ['wrong'],
    ['code'],
  ])
})

test('whether the hours are shared is asked after the cases before them', async () => {
  const ran: string[] = []
  const cases = [one('login'), one('code', 'codes'), one('hour', 'hours')]
  const shareHours = () => {
    expect(ran).toEqual(['login', 'code'])
    return 'none' as const
  }
  await runInOrder(cases, { ...oneByOne, shareHours }, ({ id }) => Promise.resolve(void ran.push(id)))
  expect(ran).toEqual(['login', 'code', 'hour'])
})

test('what a case throws ends the run', async () => {
  const cases = [one('a'), one('b')]
  await expect(
    groupsOf(cases, {
      ...inLanes,
      leases: () => {
        throw new Error('no')
      },
    }),
  ).rejects.toThrow('no')
})
