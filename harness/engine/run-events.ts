import { BroadcastChannel } from 'node:worker_threads'
import type { Verdict } from '../../reports/report.ts'

/** What happens while cases run, with the time of the machine. */
export type CaseEvent =
  | { event: 'start'; at: string; case: string }
  /** A wait in real time: where it begins how long it will be, and 0 where it is over. */
  | { event: 'wait'; at: string; leftSeconds: number }
  | { event: 'verdict'; at: string; case: string; verdict: Verdict; durationMs: number; exchanges: number }

/** Behind the last event. */
const over = 'over'

const nameOf = (channel: string) => `${channel} events`
const now = () => new Date().toISOString()

/** In the worker: tells each event at once, in the order in which they happen. */
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

interface Judged {
  id: string
  verdict: Verdict
  durationMs: number
  exchanges: number
}

/** Beside the worker: hears its events until they are over, or it is closed. */
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
    /** Waits for those that are still on their way; no longer than this, as a worker that ended tells no more. */
    async close(mostWaitMs: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, mostWaitMs)))
      await Promise.race([ended, late])
      clearTimeout(timer)
      line.close()
    },
  }
}
