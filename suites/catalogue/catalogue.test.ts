import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogue } from './index.ts'
import { uncovered } from './coverage.ts'
import { parseSpecification } from './specification.ts'
import type { Source } from '../rule.ts'

const text = readFileSync(new URL('../../fixtures/specification.md', import.meta.url), 'utf8')
const units = parseSpecification(text)

const sources: [id: string, source: Source][] = [
  ...Object.entries(catalogue.requirements),
  ...Object.entries(catalogue.openQuestions),
  ...Object.entries(catalogue.excluded),
].flatMap(([id, { source, also = [] }]) => [source, ...also].map((one): [string, Source] => [id, one]))

describe('the specification', () => {
  test('is there word for word', () => {
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      'e078f694b2497fb1ab5d081d52a330a14dbb85052f79821a8c211edf60858555',
    )
  })

  test('has as many rows, items and sentences as were counted by hand', () => {
    const count = (kind: string) => units.filter((unit) => unit.kind === kind).length
    expect({ rows: count('row'), items: count('item'), sentences: count('sentence') }).toEqual({
      rows: 30,
      items: 27,
      sentences: 22,
    })
  })
})

describe('the catalogue', () => {
  test('accounts for every sentence, item and row', () => {
    expect(
      uncovered(
        units,
        sources.map(([, source]) => source),
      ),
    ).toEqual([])
  })

  test.each(sources)('%s quotes word for word from the section it names', (_id, { section, quote }) => {
    expect(units.filter((unit) => unit.section === section && unit.text.includes(quote))).not.toEqual([])
  })
})
