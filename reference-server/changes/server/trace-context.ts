import type { FastifyRequest } from 'fastify'
import type { Variation } from '../change.ts'
import { legal, rejectingRequests, sending } from '../legal.ts'

/** What a server may do with the `traceparent` of a request (W3C Trace Context). */
export const traceContextVariations: Record<string, Variation> = {
  'trace-id-in-every-answer': legal(
    'Each response repeats the trace ID of its request, in header fields and in the body.',
    (parts) => {
      sending(parts, (reply, body, request) => {
        const traceparent = traceparentOf(request)
        const [, id] = traceparent.split('-')
        if (id === undefined) return body
        reply.header('traceresponse', traceparent).header('x-trace-id', id)
        if (typeof body !== 'string') return body
        reply.removeHeader('content-length')
        if (/^\s*\{/.test(body)) return body.replace(/\{(?=\s*")/, `{"trace_id":"${id}",`)
        return body.replace('<head>', `<head><meta name="traceparent" content="${traceparent}">`)
      })
    },
  ),
  'traceparent-demanded': legal(
    'A request without a valid traceparent is rejected.',
    rejectingRequests(400, 'no traceparent', (request) => {
      return !/^00-[\da-f]{32}-[\da-f]{16}-0[01]$/.test(traceparentOf(request))
    }),
  ),
}

const traceparentOf = ({ headers }: FastifyRequest): string => String(headers['traceparent'] ?? '')
