import type { FastifyInstance } from 'fastify'
import type { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'
import { Problem } from '../problems.ts'
import type { LogOptions } from '../server-options.ts'

export function createLog({ level, to = process.stderr }: LogOptions): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to as Writable)
}

/**
 * Logs a line for each answer, and for each fault of ours. No line contains a header, a body, a query, or a path other
 * than the server's own: any of them may be a secret that was sent to the wrong place.
 */
export function addLog(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        request: request.id,
        method: request.method,
        path: request.is404 ? '(unknown)' : request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
      },
      'answered',
    )
    done()
  })
  app.addHook('onError', (request, _reply, error, done) => {
    const status = error instanceof Problem ? 400 : (error.statusCode ?? 500)
    if (status >= 500) log.error({ request: request.id, error: faultOf(error) }, 'a fault of the server')
    done()
  })
}

/** Returns where the error happened. Leaves out its message, which may quote what was sent. */
function faultOf(error: Error): { name: string; at: string[] } {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { name: error.name, at: frames.map((line) => line.trim()) }
}
