import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../common/call.ts'
import { type Apply, type Variation, wrap } from './change.ts'
import type { Parts } from '../server/parts.ts'
import { Problem } from '../server/problems.ts'

/** Returns a variation that breaks nothing unless `rest` says so. */
export function legal(summary: string, apply: Apply, rest: Partial<Variation> = {}): Variation {
  return { summary, breaks: [], inconclusive: [], ...rest, apply }
}

/** Says for each of these requirements that it can't be judged, and why. */
export const because = (reason: string, requirements: readonly string[]): Variation['inconclusive'] =>
  requirements.map((requirement) => ({ requirement, reason }))

/** Returns a change that adds routes or hooks to the application, before its own routes. */
export const extending =
  (extend: Parts['extensions'][number]): Apply =>
  ({ extensions }) =>
    void extensions.push(extend)

/** Returns a change that answers the requests that `which` picks, before anything else looks at them. */
export const rejectingRequests = (
  status: number,
  text: string,
  which: (request: FastifyRequest) => boolean,
): Apply =>
  extending((app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (which(request)) return reply.status(status).send(text)
    })
  })

/** Answers rejections in another way; `reject` returns the body. */
export function rejecting(
  parts: Parts,
  reject: (reply: FastifyReply, call: Call, problem: Problem) => unknown,
): void {
  wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
    try {
      return await handle(handler, call, reply)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return reject(reply, call, error)
    }
  })
}

/** Changes every answer before it is sent; `change` returns the body. */
export function sending(
  { extensions }: Parts,
  change: (reply: FastifyReply, body: unknown, request: FastifyRequest) => unknown,
): void {
  extensions.push((app) => {
    app.addHook('onSend', async (request, reply, body) => change(reply, body, request))
  })
}
