import { noteCode } from '../../ledgers/try.ts'
import type { Run } from '../../run/run.ts'
import type { Trace } from '../../run/trace.ts'
import { tokenIn, type Answer } from '../answer.ts'
import { askForList } from './api-list.ts'
import { noteSeed } from '../note-seed.ts'
import { tokenOpensNothing } from '../token-opens-nothing.ts'

/**
 * Finds out whether a token of a rejection opens a list, and records token and seed.
 * @param sent the seed that was sent, if any
 */
export async function examineLogin(run: Run, trace: Trace, answer: Answer, sent?: unknown): Promise<void> {
  answer.tokenOpensNothing = await tokenOpensNothing(run, answer, (...list) =>
    askForList(run, trace, ...list),
  )
  noteSeed(trace, run.clock.now(), answer, sent)
}

/** Records the token that a login returned, with its time. */
export function bookLogin(
  run: Run,
  trace: Trace,
  answer: Answer,
  { owner, way }: { owner: string | undefined; way: string },
): void {
  const token = tokenIn(answer)
  if (token === undefined) return
  if (answer.operation === 'second-step') noteCode(false)
  trace.timeline.note(
    run.clock.now(),
    'issued',
    { name: 'token', secret: token },
    answer.operation.replace('-', ' '),
    answer.exchange,
  )
  const shift = run.clock.now() - answer.exchange.answeredAt
  const { sentAt, answeredAt } = answer.exchange
  run.tokens.remember(token, sentAt + shift, answeredAt + shift, owner, way)
}
