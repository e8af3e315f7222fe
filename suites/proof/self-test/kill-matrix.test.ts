import { beforeAll, expect, test } from 'vitest'
import { coverageOf, killMatrix } from './kill-matrix.ts'
import { readListedChanges, type ListedDefect } from './listed-changes.ts'

let defects: ListedDefect[]
beforeAll(async () => {
  ;({ defects } = await readListedChanges())
})

test('every must has a defect that breaks it and nothing else', () => {
  expect(coverageOf(defects).uncovered).toEqual([])
})

test('a must without a defect of its own is told', () => {
  const left = defects.filter(({ name }) => name !== 'signature-cut-taken')
  const { uncovered } = coverageOf(left.filter(({ breaks }) => breaks[0]?.requirement !== 'signature.cut'))
  expect(uncovered).toEqual(['signature.cut'])
})

test('docs/kill-matrix.md says what the defects list (else: npm run docs:kill-matrix)', async () => {
  await expect(killMatrix(defects)).toMatchFileSnapshot('../../../docs/kill-matrix.md')
})
