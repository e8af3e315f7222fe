import { describe, expect, test } from 'vitest'
import { clientCatalogue } from '../catalogue/index.ts'
import { obligations } from '../obligations/index.ts'
import { scenarios } from '../scenarios/index.ts'
import { clientDefects } from './defects/index.ts'
import { clientKillMatrix } from './kill-matrix.ts'
import { clientVariations } from './variations.ts'

const ids = Object.keys(clientCatalogue)

describe('the proof of the client half', () => {
  test('has a hundred defects or more, and thirty variations', () => {
    expect(clientDefects.length).toBeGreaterThanOrEqual(100)
    expect(clientVariations.length).toBeGreaterThanOrEqual(30)
  })

  test('names each defect and variation once', () => {
    const names = [...clientDefects, ...clientVariations].map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test.each(ids)('has a defect that %s alone catches', (id) => {
    const alone = clientDefects.filter(({ breaks }) => breaks.length === 1 && breaks[0] === id)
    expect(alone).not.toEqual([])
  })

  test('docs/client-kill-matrix.md says so (else: npm run docs:requirements)', async () => {
    await expect(clientKillMatrix()).toMatchFileSnapshot('../../../docs/client-kill-matrix.md')
  })
})

describe('every rule', () => {
  test.each(ids)('%s is judged', (id) => {
    expect(obligations.filter(({ rule }) => rule === id)).not.toEqual([])
  })

  test('is judged in scenarios that there are', () => {
    const names = scenarios.flatMap(({ name, situations = [] }) => [name, ...situations])
    const unknown = obligations
      .flatMap(({ scenarios: wanted = [] }) => wanted)
      .filter((name) => !names.includes(name))
    expect(unknown).toEqual([])
  })
})
