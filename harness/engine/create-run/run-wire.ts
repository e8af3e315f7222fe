import { createRandom, derivedSeed } from '../../run/random.ts'
import { createHttpWire, type HttpWire } from '../../wire/http.ts'
import { createTraceparents } from '../../wire/traceparent.ts'
import { withUserAgent } from '../../wire/with-user-agent.ts'
import type { Machine } from '../machine.ts'
import type { RunSpec } from '../run-spec.ts'

/** The wire to the subject, with everything that the declaration says about its requests. */
export function createRunWire({ declaration, baseUrl, seed }: RunSpec, machine: Machine): HttpWire {
  const { limits, tls, headers, partHeaders, reports, trace } = declaration
  return createHttpWire({
    ...limits,
    baseUrl,
    tls,
    env: machine.env,
    now: machine.monotonic,
    headers: withUserAgent(headers),
    hidesBodies: reports.bodies === 'mask',
    partHeaders: partHeaders ?? {},
    ...(trace && { traceparent: createTraceparents(createRandom(derivedSeed(seed, 'traceparent')).below) }),
  })
}

/** The wire to the subject's clock control. */
export const createControlWire = ({ declaration }: RunSpec, machine: Machine, controlUrl: string): HttpWire =>
  createHttpWire({
    timeoutMs: declaration.limits.timeoutMs,
    concurrency: 2,
    requestsPerSecond: 0,
    baseUrl: controlUrl,
    tls: declaration.tls,
    env: machine.env,
    now: machine.monotonic,
  })
