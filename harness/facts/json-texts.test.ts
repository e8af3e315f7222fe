import { expect, test } from 'vitest'
import { readJson } from '../client/answer.ts'
import { hasEmptyArray, texts } from './json-texts.ts'
import { answerOf } from '../client/testing/answers.ts'
import { listsUsers, placesOfRecords } from './user-list.ts'

const deep = 300_000

test('all strings are found, in the order of the text', () => {
  expect(texts({ a: ['x', { b: 'y', c: 1 }], d: 'z' })).toEqual(['x', 'y', 'z'])
  expect(texts('x')).toEqual(['x'])
})

test.each([
  ['arrays', `${'['.repeat(deep)}"in"${']'.repeat(deep)}`],
  ['objects', `${'{"a":'.repeat(deep)}"in"${'}'.repeat(deep)}`],
])('%s that are nested deeper than a stack are an answer like any other', (_, text) => {
  const json = readJson(answerOf(text).exchange)
  expect(texts(json)).toEqual(['in'])
  expect(hasEmptyArray(json)).toBe(false)
  expect(placesOfRecords(json)).toEqual([])
  expect(listsUsers(json)).toBe(false)
})

test('JSON that is nested deep and never closed is not JSON', () => {
  expect(readJson(answerOf('['.repeat(deep)).exchange)).toBeUndefined()
})
