import type { FastifyReply } from 'fastify'
import type { Call } from '../../server/call.ts'
import { wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'

/** Changes the answer of calls that `which` picks; `alter` gets the body before it becomes JSON. */
export function alterAnswers(
  parts: Parts,
  which: (call: Call) => boolean,
  alter: (body: unknown, reply: FastifyReply, call: Call) => unknown,
): void {
  wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
    const body = await handle(handler, call, reply)
    return which(call) ? alter(body, reply, call) : body
  })
}

/** The members of an answer that is an object; of any other none. */
export const membersOf = (body: unknown): Record<string, unknown> => ({ ...(body as object) })

/** A call of one operation, of one path family and encoding where they are given. */
export const isCall =
  (operation: Call['operation'], family?: Call['family'], encoding?: Call['encoding']) =>
  (call: Pick<Call, 'operation' | 'family' | 'encoding'>): boolean =>
    call.operation === operation &&
    (family === undefined || call.family === family) &&
    (encoding === undefined || call.encoding === encoding)

/** Ends a call that `which` picks in a server error where it would have been rejected. */
export function failInsteadOfRejecting(parts: Parts, which: (call: Call) => boolean): void {
  wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
    try {
      return await handle(handler, call, reply)
    } catch (error) {
      if (!which(call)) throw error
      throw new Error('a rejection was not thought of', { cause: error })
    }
  })
}
