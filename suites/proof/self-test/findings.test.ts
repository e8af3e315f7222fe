import { expect, test } from 'vitest'
import { caughtAlike, type Finding } from './findings.ts'

const defect = (name: string, ...messages: string[]): Finding => ({
  kind: 'defect',
  name,
  durationMs: 1,
  mismatches: [],
  mode: {},
  caughtBy: messages.map((message, index) => ({ case: `a.rule/case-${index}`, message })),
})

test('two defects that fail the same cases with the same words are not told apart, whatever numbers they contain', () => {
  const one = defect('one', 'GET /users/ answered 500 after 12 s, id 0a84044afd92', 'no token')
  const other = defect('other', 'GET /users/ answered 503 after 7 s, id 933dee532c69', 'no token')
  expect(caughtAlike([one, other])).toEqual([['one', 'other']])
})

test('another case, another word or another mode of the server tells them apart', () => {
  const one = defect('one', 'no token')
  expect(caughtAlike([one, defect('more', 'no token', 'no token')])).toEqual([])
  expect(caughtAlike([one, defect('said', 'an empty token')])).toEqual([])
  expect(caughtAlike([one, { ...defect('mode', 'no token'), mode: { debug: false } }])).toEqual([])
})

test('a defect on one path family, for one method or in one encoding may look like the same on all', () => {
  const all = ['slides', 'slides-on-newer-list', 'slides-for-sessions', 'slides-in-forms']
  expect(caughtAlike(all.map((name) => defect(name, 'too long')))).toEqual([])
  expect(caughtAlike(['slides', 'slides-on-login'].map((name) => defect(name, 'too long')))).toEqual([
    ['slides', 'slides-on-login'],
  ])
  expect(caughtAlike(['lasts-on-newer-list', 'slides'].map((name) => defect(name, 'too long')))).toHaveLength(
    1,
  )
})

test('what is no defect has no row', () => {
  const { caughtBy: _, ...variation } = defect('legal')
  expect(caughtAlike([variation, variation])).toEqual([])
})
