import { BroadcastChannel } from 'node:worker_threads'
import type { Verdict } from '../../reports/report.ts'
import type { CaseResult } from '../verdicts/results.ts'
import { machine } from './machine.ts'

/** What happens while cases run; `at` is the machine's time. */
export type CaseEvent =
  | { event: 'start'; at: string; case: string }
  /** A wait in real time: its expected length when it starts, and 0 when it is over. */
  | { event: 'wait'; at: string; leftSeconds: number }
  | { event: 'verdict'; at: string; case: string; verdict: Verdict; durationMs: number; exchanges: number }

/** Sent after the last event. */
const over = 'over'

const nameOf = (channel: string) => `${channel} events`
const now = () => new Date(machine.wallMs()).toISOString()

/** In the worker: sends each event at once, in the order in which they happen. */
export function tellEvents(channel: string) {
  const line = new BroadcastChannel(nameOf(channel))
  const tell = (event: CaseEvent) => line.postMessage(event)
  let isWaiting = false
  return {
    start: (id: string) => tell({ event: 'start', at: now(), case: id }),
    wait(leftMs: number): void {
      if (isWaiting === leftMs > 0) return
      isWaiting = leftMs > 0
      tell({ event: 'wait', at: now(), leftSeconds: Math.ceil(leftMs / 1000) })
    },
    verdict({ id, verdict, durationMs, exchanges }: Judged): void {
      tell({ event: 'verdict', at: now(), case: id, verdict, durationMs, exchanges })
    },
    close(): void {
      line.postMessage(over)
      line.close()
    },
  }
}

type Judged = Pick<CaseResult, 'id' | 'verdict' | 'durationMs' | 'exchanges'>

/** Outside the worker: receives its events until the last one, or until closed. */
export function hearEvents(channel: string, onEvent: (event: CaseEvent) => void) {
  const line = new BroadcastChannel(nameOf(channel))
  line.unref()
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  line.onmessage = (message) => {
    const { data } = message as { data: CaseEvent | typeof over }
    if (data === over) end()
    else onEvent(data)
  }
  return {
    /** Waits for events that are still on their way, but no longer than this: a worker that has ended sends no more. */
    async close(mostWaitMs: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, mostWaitMs)))
      await Promise.race([ended, late])
      clearTimeout(timer)
      line.close()
    },
  }
}
