import { expect, test } from 'vitest'
import { createTrace } from '../run/trace.ts'
import { noteSeed } from './note-seed.ts'
import { answerOf } from './testing/answers.ts'
import { noon } from './testing/instants.ts'

test('the life of a seed is in the timeline', () => {
  const trace = createTrace()
  noteSeed(trace, noon, answerOf({ code: 101, seed: 'one' }))
  noteSeed(trace, noon + 10_000, answerOf({ msg: 'no' }), 'one')
  noteSeed(trace, noon + 20_000, answerOf({ code: 101, seed: 'two' }))
  noteSeed(trace, noon + 30_000, answerOf({ token: 'abc' }), 'one')
  expect(trace.timeline.events()).toEqual([
    { atSeconds: 0, lane: 'seed 1', kind: 'issued', label: 'challenge' },
    { atSeconds: 10, lane: 'seed 1', kind: 'refused', label: 'second step' },
    { atSeconds: 20, lane: 'seed 2', kind: 'issued', label: 'challenge' },
    { atSeconds: 30, lane: 'seed 1', kind: 'accepted', label: 'second step' },
  ])
})

test('what is no seed is not shown', () => {
  const trace = createTrace()
  for (const json of [{}, { seed: '' }, { seed: 7 }, { seed: null }]) noteSeed(trace, noon, answerOf(json))
  noteSeed(trace, noon, answerOf({ token: 'abc' }), '')
  expect(trace.timeline.events()).toEqual([])
})
