import { isMissing } from '../../client/answer.ts'
import { asksToWait } from '../../client/send.ts'
import type { Run } from '../../run/run.ts'
import { WireFailure, type Exchange } from '../../wire/exchange.ts'
import type { Machine } from '../machine.ts'
import { probeSubject } from './first-look.ts'

/** For how long to wait until a list is there: if none ever is, the base URL may be wrong. */
const longestMs = 5000
const everyMs = 100

/**
 * Probes a server that the suite started. It may have said that it is ready before it is: as long as it has no list, its
 * answers say nothing about it.
 * @param tell receives a sentence for the report if it was not ready
 * @throws WireFailure if no complete HTTP answer comes
 */
export async function probeStarted(
  wire: Run['wire'],
  { monotonic, sleep }: Pick<Machine, 'monotonic' | 'sleep'>,
  tell: (hint: string) => void,
): Promise<Exchange> {
  const startedAt = monotonic()
  for (let wasEarly = false; ; wasEarly = true) {
    const probe = await ended(probeSubject(wire, 'v1'))
    const isEarly = mayBeEarly(probe) && mayBeEarly(await ended(probeSubject(wire, 'users-v1')))
    const passedMs = monotonic() - startedAt
    if (!isEarly || passedMs >= longestMs) {
      if (!isEarly && wasEarly) tell(tooEarly(passedMs))
      if (probe instanceof WireFailure) throw probe
      return probe
    }
    await sleep(everyMs)
  }
}

const tooEarly = (passedMs: number): string =>
  `the started server had no list until ${(passedMs / 1000).toFixed(1)} s after it was ready: have it say so later, or declare start.readyUrl`

async function ended(probing: Promise<Exchange>): Promise<Exchange | WireFailure> {
  return await probing.catch((error: unknown) => {
    if (error instanceof WireFailure) return error
    throw error
  })
}

function mayBeEarly(probe: Exchange | WireFailure): boolean {
  if (probe instanceof WireFailure) return probe.kind === 'refused' || probe.kind === 'cut'
  const { status } = probe.response
  return isMissing(status) || (status >= 502 && status <= 504 && !asksToWait(probe.response))
}
