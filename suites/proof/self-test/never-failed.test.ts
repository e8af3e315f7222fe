import { expect, test } from 'vitest'
import { neverFailed } from './never-failed.ts'

const one = (id: string, more: object = {}) => ({
  id: `a.rule/${id}`,
  requirement: 'a.rule',
  phase: 'plain' as const,
  ...more,
})
const nothing = () => Promise.resolve()

test('names each case that failed in no run', async () => {
  const cases = [one('failed'), one('never')]
  expect(await neverFailed(cases, new Set(['a.rule/failed']), nothing)).toEqual(['a.rule/never'])
})

test('judges the defects of its requirement alone first, once', async () => {
  const failed = new Set<string>()
  const judged: string[] = []
  const judgeAlone = async (requirement: string) => {
    judged.push(requirement)
    failed.add('a.rule/hidden')
  }
  expect(await neverFailed([one('hidden'), one('never')], failed, judgeAlone)).toEqual(['a.rule/never'])
  expect(judged).toEqual(['a.rule'])
  await neverFailed([one('hidden')], failed, judgeAlone)
  expect(judged).toHaveLength(1)
})

test('leaves out what chance decides, and what no run carries out', async () => {
  const cases = [
    one('race', { race: true }),
    one('in any sequence', { phase: 'sequences' }),
    one('set', { depth: true }),
  ]
  expect(await neverFailed(cases, new Set(), nothing)).toEqual([])
})
