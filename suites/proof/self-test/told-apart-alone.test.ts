import { expect, test } from 'vitest'
import { caughtAlike, type Finding } from './findings.ts'
import { toldApartAlone } from './told-apart-alone.ts'

const caught = (name: string, message: string, together?: string[]): Finding => ({
  kind: 'defect',
  name,
  durationMs: 1,
  mismatches: [],
  mode: {},
  caughtBy: [{ case: 'a.rule/one', message }],
  ...(together ? { together } : {}),
})

test('defects that look alike among others are judged alone, and nothing else is', async () => {
  const shared = [caught('one', 'no', ['x']), caught('other', 'no', ['y']), caught('third', 'never', ['z'])]
  const judged: string[] = []
  const findings = await toldApartAlone(shared, async (name) => {
    judged.push(name)
    return caught(name, name)
  })
  expect(judged).toEqual(['one', 'other'])
  expect(caughtAlike(findings)).toEqual([])
  expect(findings[2]).toBe(shared[2])
})

test('defects that also look alike alone stay alike', async () => {
  const shared = [caught('one', 'no', ['x']), caught('other', 'no')]
  const findings = await toldApartAlone(shared, async (name) => caught(name, 'no'))
  expect(caughtAlike(findings)).toEqual([['one', 'other']])
})
