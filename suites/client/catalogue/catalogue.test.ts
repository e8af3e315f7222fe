import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isQuoteOf } from '../../catalogue/coverage.ts'
import { parseSpecification } from '../../catalogue/specification.ts'
import { clientCatalogue, clientRuleIds } from './index.ts'

const units = parseSpecification(
  readFileSync(new URL('../../../fixtures/specification.md', import.meta.url), 'utf8'),
)
const entries = Object.entries(clientCatalogue)

describe('the rules for clients', () => {
  test('are forty or more', () => expect(clientRuleIds.length).toBeGreaterThanOrEqual(40))

  test.each(entries)('%s is spelt as an id, and its text is one sentence', (id, { statement, trigger }) => {
    expect(id).toMatch(/^client\.[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(statement).toMatch(/^[A-Z`][^?!]*[^ ]\.$/)
    expect(trigger).toMatch(/^[a-z][^.]*[^.]$/)
  })

  test.each(entries)('%s quotes word for word from the section it names', (_id, { source, also = [] }) => {
    const missing = [source, ...also].filter((one) => !units.some((unit) => isQuoteOf(one, unit)))
    expect(missing).toEqual([])
  })

  test('say of every should why it is no must', () => {
    const shoulds = Object.values(clientCatalogue).filter(({ level }) => level === 'should')
    expect(shoulds.filter(({ reading }) => reading === undefined)).toEqual([])
  })
})
