import { expect, test } from 'vitest'
import { shortNames } from './diff-html.ts'

test.each([
  [
    ['out/a-1.json', 'out/a-2.json'],
    ['a-1', 'a-2'],
  ],
  [
    ['monday/report.json', 'tuesday/report.json'],
    ['monday/report', 'tuesday/report'],
  ],
  [
    ['a.json', 'a'],
    ['a.json', 'a'],
  ],
  [
    ['same.json', 'same.json'],
    ['same.json', 'same.json'],
  ],
])('%j are told apart as %j', (names, short) => {
  expect(shortNames(names)).toEqual(short)
})
