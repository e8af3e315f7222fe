import { expect, test } from 'vitest'
import { compare, type Ended } from './expected.ts'
import type { Finding } from './findings.ts'
import { judgeGroup } from './judge-group.ts'
import type { Planned } from './plan.ts'

const rules = ['a', 'b', 'c', 'd']

const planned = (name: string, breaks: string): Planned => ({
  kind: 'defect',
  name,
  changed: { mode: {}, defects: [name] },
  replaces: [],
  expected: { breaks: [{ requirement: breaks, level: 'must' }], others: [] },
})

/** Judges made-up servers: `really` says for a name, or for several joined, which rules fail there. */
function judgeBy(really: (defects: readonly string[]) => readonly string[], faultIn?: string) {
  const judged: string[] = []
  const endedOf = (failing: readonly string[]): Ended => ({
    verdicts: Object.fromEntries(
      rules.map((id) => [
        id,
        { level: 'must', verdict: failing.includes(id) ? 'fail' : 'pass', message: '' },
      ]),
    ),
    failures: failing.map((id) => ({ case: `${id}/one`, message: 'failed' })),
    exitCode: 0,
    exchanges: 1,
    durationMs: 30,
  })
  const judge = async ({ kind, name, changed, expected }: Planned): Promise<Finding> => {
    judged.push(name)
    const ended = endedOf(really(changed.defects ?? []))
    const found = { kind, name, durationMs: 30, mode: changed.mode, caughtBy: ended.failures }
    if (name === faultIn) return { ...found, mismatches: [], fault: 'it hung' }
    return { ...found, mismatches: compare(endedOf([]), expected, ended) }
  }
  return { judge, judged }
}

const one = planned('one', 'a')
const two = planned('two', 'b')
const three = planned('three', 'c')
const four = planned('four', 'd')
const breaks: Record<string, string[]> = { one: ['a'], two: ['b'], three: ['c'], four: ['d'] }
const asListed = (defects: readonly string[]) => defects.flatMap((name) => breaks[name] ?? [])

test('one run shows that each member is caught, and which failures are its own', async () => {
  const { judge, judged } = judgeBy(asListed)
  const { findings, split } = await judgeGroup([one, two, three], judge)
  expect(judged).toEqual(['one+two+three'])
  expect(split).toEqual([])
  expect(findings).toMatchObject([
    {
      name: 'one',
      together: ['two', 'three'],
      durationMs: 10,
      caughtBy: [{ case: 'a/one' }],
      mismatches: [],
    },
    {
      name: 'two',
      together: ['one', 'three'],
      durationMs: 10,
      caughtBy: [{ case: 'b/one' }],
      mismatches: [],
    },
    {
      name: 'three',
      together: ['one', 'two'],
      durationMs: 10,
      caughtBy: [{ case: 'c/one' }],
      mismatches: [],
    },
  ])
})

test('a defect that does nothing is found among others that are caught', async () => {
  const { judge, judged } = judgeBy((defects) => asListed(defects.filter((name) => name !== 'two')))
  const { findings, split } = await judgeGroup([one, two, three], judge)
  expect(judged).toEqual(['one+two+three', 'one+two', 'three', 'one', 'two'])
  expect(split.map(({ name }) => name)).toEqual(['one+two+three', 'one+two'])
  expect(split[0]?.mismatches).toMatchObject([{ requirement: 'b', got: 'pass' }])
  expect(findings.map(({ name, mismatches }) => [name, mismatches.length])).toEqual([
    ['one', 0],
    ['two', 1],
    ['three', 0],
  ])
})

test('a member that makes one more rule fail is found, and only that one', async () => {
  const { judge } = judgeBy((defects) => [...asListed(defects), ...(defects.includes('three') ? ['d'] : [])])
  const { findings } = await judgeGroup([one, two, three], judge)
  expect(findings.map(({ mismatches }) => mismatches)).toEqual([
    [],
    [],
    [expect.objectContaining({ requirement: 'd', expected: 'pass', got: 'fail (must)' })],
  ])
})

test('members that disturb nothing in a half of the group are judged together there', async () => {
  const isDisturbed = (defects: readonly string[]) => defects.includes('one') && defects.includes('two')
  const { judge, judged } = judgeBy((defects) => (isDisturbed(defects) ? [] : asListed(defects)))
  const { findings } = await judgeGroup([one, three, two, four], judge)
  expect(judged).toEqual(['one+three+two+four', 'one+three', 'two+four'])
  expect(findings.map(({ name, mismatches, together }) => [name, mismatches, together])).toEqual([
    ['one', [], ['three']],
    ['three', [], ['one']],
    ['two', [], ['four']],
    ['four', [], ['two']],
  ])
})

test('members that only disturb each other are as expected: each is judged alone', async () => {
  const { judge } = judgeBy((defects) => (defects.length > 1 ? ['a'] : asListed(defects)))
  const { findings, split } = await judgeGroup([one, two], judge)
  expect(split.map(({ mismatches }) => mismatches.length)).toEqual([1])
  expect(findings.map(({ name, mismatches, together }) => [name, mismatches, together])).toEqual([
    ['one', [], undefined],
    ['two', [], undefined],
  ])
})

test('after a fault, members are judged alone too', async () => {
  const { judge, judged } = judgeBy(asListed, 'one+two')
  const { findings, split } = await judgeGroup([one, two], judge)
  expect([judged, split[0]?.fault]).toEqual([['one+two', 'one', 'two'], 'it hung'])
  expect(findings.map(({ fault }) => fault)).toEqual([undefined, undefined])
})

test('a single member is judged once', async () => {
  const { judge, judged } = judgeBy(() => [])
  const { findings } = await judgeGroup([one], judge)
  expect([judged, findings[0]?.mismatches.length, findings[0]?.together]).toEqual([['one'], 1, undefined])
})

test('legal differences of which only two together make a rule fail are a finding of their own', async () => {
  const legal = ['one', 'two', 'three', 'four'].map((name): Planned => ({
    ...planned(name, 'a'),
    kind: 'variation',
    expected: { breaks: [], others: [] },
  }))
  const { judge } = judgeBy((names) => (names.includes('one') && names.includes('two') ? ['b'] : []))
  const { findings, split } = await judgeGroup(legal, judge)
  expect(findings.map(({ name, mismatches }) => [name, mismatches.length])).toEqual([
    ['one', 0],
    ['two', 0],
    ['one+two', 1],
    ['three', 0],
    ['four', 0],
  ])
  expect(split.map(({ name }) => name)).toEqual(['one+two+three+four'])
})
