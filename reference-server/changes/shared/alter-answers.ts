import type { FastifyReply } from 'fastify'
import type { Call } from '../../common/call.ts'
import { type Apply, wrapping } from '../change.ts'
import { rejecting } from '../legal.ts'

/** Changes the answers to the calls that `which` picks; `alter` gets the body before conversion to JSON. */
export function alterAnswers(
  which: (call: Call) => boolean,
  alter: (body: unknown, reply: FastifyReply, call: Call) => unknown,
): Apply {
  return wrapping('handle', (handle) => async (handler, call, reply) => {
    const body = await handle(handler, call, reply)
    return which(call) ? alter(body, reply, call) : body
  })
}

/** Returns the members of an answer that is an object; none for any other. */
export const membersOf = (body: unknown): Record<string, unknown> => ({ ...(body as object) })

/** Picks the calls of one operation and, if given, of one path family and encoding. */
export const isCall =
  (operation: Call['operation'], family?: Call['family'], encoding?: Call['encoding']) =>
  (call: Pick<Call, 'operation' | 'family' | 'encoding'>): boolean =>
    call.operation === operation &&
    (family === undefined || call.family === family) &&
    (encoding === undefined || call.encoding === encoding)

/** Makes a call that `which` picks end in a server error if it would have been rejected. */
export function failInsteadOfRejecting(which: (call: Call) => boolean): Apply {
  return (parts) => {
    rejecting(parts, (_reply, call, problem) => {
      throw which(call) ? new Error('a rejection was not thought of', { cause: problem }) : problem
    })
  }
}
