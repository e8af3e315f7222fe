import type { Trace } from '../run/trace.ts'
import { field, tokenIn, type Answer } from './answer.ts'

/** Notes on the timeline what happens to a seed: a login issues it, and a second step gets it accepted or rejected. */
export function noteSeed(trace: Trace, atMs: number, answer: Answer, sent?: unknown): void {
  const seed = sent ?? field(answer.json, 'seed')
  if (typeof seed !== 'string' || seed === '') return
  const lane = { name: 'seed', secret: seed }
  const kind = sent === undefined ? 'issued' : tokenIn(answer) === undefined ? 'refused' : 'accepted'
  trace.timeline.note(atMs, kind, lane, sent === undefined ? 'challenge' : 'second step', answer.exchange)
}
