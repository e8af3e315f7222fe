import type { RunSummary } from './results.ts'
import { expect, test } from 'vitest'
import { measuredFor, observationsOf, type OpenQuestionEntry } from './observations.ts'

const source = { quote: 'not shown' }
const questions = new Map<string, OpenQuestionEntry>([
  ['measured', { question: 'How long?', source, shownWith: ['token.hour', 'token.void'] }],
  ['tried', { question: 'How many?', source, shownWith: ['token.hour'] }],
  ['never', { question: 'Who made it?', source, excluded: 'it can not be seen from outside' }],
  ['new', { question: 'Which one?', source }],
])
const summary = {
  observations: [
    { id: 'measured', answer: '3600 s' },
    { id: 'tried', answer: null, reason: 'the clock was not moved' },
    { id: 'never', answer: 'an answer to what is never measured' },
  ],
} as Partial<RunSummary> as RunSummary

test('every open question has its answer, or the reason why there is none', () => {
  expect(observationsOf({ questions, summary, observe: true })).toEqual([
    { id: 'measured', question: 'How long?', quote: 'not shown', answer: '3600 s' },
    {
      id: 'tried',
      question: 'How many?',
      quote: 'not shown',
      answer: null,
      reason: 'the clock was not moved',
    },
    {
      id: 'never',
      question: 'Who made it?',
      quote: 'not shown',
      answer: null,
      reason: 'it can not be seen from outside',
    },
    {
      id: 'new',
      question: 'Which one?',
      quote: 'not shown',
      answer: null,
      reason: 'nothing measures it yet',
    },
  ])
})

test('a run that was not to measure, and one that was interrupted, say so', () => {
  const reasons = (observe: boolean) =>
    observationsOf({ questions, summary: undefined, observe }).map(({ reason }) => reason)
  const part = 'only measured in a run of the whole suite, or with --only observe'
  const cut = 'the run was interrupted'
  const excluded = 'it can not be seen from outside'
  expect(reasons(false)).toEqual([part, part, excluded, part])
  expect(reasons(true)).toEqual([cut, cut, excluded, cut])
})

test('an answer is shown beside the requirements that it belongs to, and only an answer', () => {
  const measured = measuredFor(questions, observationsOf({ questions, summary, observe: true }))
  expect([...measured]).toEqual([
    ['token.hour', '3600 s'],
    ['token.void', '3600 s'],
  ])
})
