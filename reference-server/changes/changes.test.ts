import { createParts } from '../server/create-parts.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applyChanges, listChanges } from './changes.ts'
import { defects } from './defects.ts'
import { replacedParts } from './replaced-parts.ts'
import { variations } from './variations.ts'

const changes = [...defects, ...variations]

test('a name belongs to one change', () => {
  expect(new Set(changes.map((change) => change.name)).size).toBe(changes.length)
})

test.each(changes.map((change) => [change.name, change] as const))('%s changes something', (name, change) => {
  expect(name).toMatch(/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/)
  expect(change.summary).toMatch(/^[A-Z].*\.$/)
  expect(replacedParts(change)).not.toEqual([])
})

test('what is broken or blocked is a requirement of that level', () => {
  const page = readFileSync(new URL('../../docs/requirements.md', import.meta.url), 'utf8')
  const levels = new Map(
    [...page.matchAll(/^### (\S+)\n\n\*\*(must|should)\*\*/gm)].map(([, id, level]) => [id, level]),
  )
  for (const { name, breaks, ...change } of changes) {
    const mayBreak = ('mayBreak' in change && change.mayBreak) || []
    for (const { requirement, level } of [...breaks, ...mayBreak])
      expect([name, levels.get(requirement)]).toEqual([name, level])
  }
  const blocked = defects.flatMap(({ blocks = [] }) => blocks)
  expect(blocked.filter((requirement) => !levels.has(requirement))).toEqual([])
})

test('every defect breaks something', () => {
  expect(defects.filter((defect) => defect.breaks.length === 0)).toEqual([])
})

test('an unknown name is rejected with the nearest one', () => {
  const parts = createParts({ fastHash: true })
  expect(() => applyChanges(parts, { defects: ['token-slide'] })).toThrow('Did you mean "token-slides"?')
  expect(() => applyChanges(parts, { variations: ['path-prefixx'] })).toThrow('Did you mean "path-prefix"?')
})

test('a name of the other kind is said to be one', () => {
  const parts = createParts({ fastHash: true })
  expect(() => applyChanges(parts, { defects: ['path-prefix'] })).toThrow('is not a defect but a variation')
  expect(() => applyChanges(parts, { variations: ['token-slides'] })).toThrow(
    'is not a variation but a defect',
  )
})

test('a change that is named twice is on once', () => {
  const ahead = (variations: string[]) => {
    const parts = createParts({ fastHash: true, now: () => 0 })
    applyChanges(parts, { variations })
    return parts.clock.now()
  }
  const name = 'clock-ahead-seven-minutes'
  expect(ahead([name, name])).toBe(ahead([name]))
})

test('the list is data', () => {
  const { defects: listed } = JSON.parse(JSON.stringify(listChanges())) as ReturnType<typeof listChanges>
  expect(listed.find((entry) => entry.name === 'token-slides')).toEqual({
    name: 'token-slides',
    summary: 'Each use of a token restarts its hour.',
    breaks: expect.arrayContaining([{ requirement: 'token.fixed-hour', level: 'must' }]),
    mayBreak: [{ requirement: 'token.void-after-hour', level: 'must' }],
  })
})
