import { expect, test } from 'vitest'
import { drawGroups } from './draw-groups.ts'
import { readListedChanges } from './listed-changes.ts'
import { mayShareServer } from './may-share-server.ts'
import { planRuns, type Planned } from './plan.ts'

const all = planRuns(await readListedChanges())
const names = (groups: readonly Planned[][]) => groups.map((members) => members.map(({ name }) => name))

const defect = (
  name: string,
  breaks: string[],
  also: Partial<Planned> & { blocks?: string[] } = {},
): Planned => ({
  kind: 'defect',
  name,
  changed: { mode: {}, defects: [name] },
  replaces: [name],
  expected: {
    breaks: breaks.map((requirement) => ({ requirement, level: 'must' })),
    others: (also.blocks ?? []).map((requirement) => ({ requirement, verdict: 'inconclusive' })),
  },
  ...also,
})
const variation = (name: string, replaces: string[], excludes: string[] = []): Planned => ({
  kind: 'variation',
  name,
  changed: { mode: {}, variations: [name] },
  replaces,
  excludes,
  expected: { breaks: [], others: [], mayPass: true },
})

test('the groups hold every change once, in servers that no two of them dispute', () => {
  const groups = drawGroups(all, { seed: 1, most: 8 })
  expect(
    groups
      .flat()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(all.map(({ name }) => name).sort())
  for (const members of groups) {
    expect(members.length).toBeLessThanOrEqual(8)
    const broken = members.flatMap(({ expected }) => expected.breaks.map(({ requirement }) => requirement))
    expect(new Set(broken).size).toBe(broken.length)
    for (const [at, one] of members.entries())
      for (const other of members.slice(at + 1)) expect(mayShareServer(one, other)).toBe(true)
  }
  expect(groups.length).toBeLessThan(all.length / 3)
})

test('the same seed draws the same groups, and another seed others', () => {
  const drawn = names(drawGroups(all, { seed: 1, most: 8 }))
  expect(names(drawGroups(all, { seed: 1, most: 8 }))).toEqual(drawn)
  expect(names(drawGroups(all, { seed: 2, most: 8 }))).not.toEqual(drawn)
})

test('no group is larger than asked for', () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => defect(name, [name]))
  expect(drawGroups(many, { seed: 1, most: 2 }).map((members) => members.length)).toEqual([2, 2, 1])
})

test('two defects share a server if they touch different requirements and parts', () => {
  const one = defect('one', ['a'], { blocks: ['b'] })
  expect(mayShareServer(one, defect('other', ['c'], { blocks: ['d'] }))).toBe(true)
  expect(mayShareServer(one, defect('other', ['c'], { blocks: ['b'] }))).toBe(false)
  expect(mayShareServer(one, defect('other', ['c'], { replaces: ['one'] }))).toBe(false)
  expect(mayShareServer(one, defect('other', ['a']))).toBe(false)
  expect(mayShareServer(one, defect('other', ['b']))).toBe(false)
  expect(mayShareServer(defect('other', ['b']), one)).toBe(false)
  const mayBreak = [{ requirement: 'a', level: 'must' as const }]
  const other = { ...defect('other', ['c']), expected: { breaks: [], mayBreak, others: [] } }
  expect(mayShareServer(one, other)).toBe(false)
})

test('only runs that differ in nothing but the change share a server', () => {
  const one = defect('one', ['a'])
  const other = defect('other', ['b'])
  expect(mayShareServer(one, other)).toBe(true)
  expect(mayShareServer(one, one)).toBe(false)
  expect(mayShareServer(one, { ...other, changed: { mode: { debug: false } } })).toBe(false)
  expect(mayShareServer(one, { ...other, alone: 'a reason' })).toBe(false)
  expect(mayShareServer(one, { ...variation('other', ['tokens.find']) })).toBe(false)
  expect(mayShareServer({ ...one, seed: 2 }, { ...other, seed: 3 })).toBe(false)
})

test('variations that replace the same part, or exclude each other, do not share a server', () => {
  const one = variation('one', ['tokens.find'])
  expect(mayShareServer(one, variation('other', ['seeds.find']))).toBe(true)
  expect(mayShareServer(one, variation('other', ['tokens.find']))).toBe(false)
  expect(mayShareServer(one, variation('other', ['seeds.find'], ['one']))).toBe(false)
  expect(mayShareServer(variation('other', ['seeds.find'], ['one']), one)).toBe(false)
})

test('a variation that leaves something unjudged, or changes the declaration, has a server of its own', () => {
  const lessJudged = all.filter(
    ({ kind, changed, expected }) =>
      kind === 'variation' &&
      (expected.others.length > 0 ||
        expected.breaks.length > 0 ||
        Object.keys(changed.declare ?? {}).length > 0),
  )
  expect(lessJudged.length).toBeGreaterThan(10)
  expect(lessJudged.filter(({ alone }) => alone === undefined)).toEqual([])
})
