import type { RunSummary } from '../../verdicts/results.ts'
import { BroadcastChannel } from 'node:worker_threads'

/** Answers on the channel with the run's summary so far, until closed. */
export function tellSoFar(name: string, soFar: () => RunSummary | undefined): { close(): void } {
  const channel = new BroadcastChannel(`${name} so far`)
  channel.onmessage = () => channel.postMessage(soFar())
  return channel
}

/** A question that nobody hears is lost, so it is repeated: the run may be about to begin. */
const askAgainMs = 50

/** Asks on the channel for the summary so far; undefined if the run has not begun, or nobody answers in time. */
export async function askSoFar(name: string, waitMs: number): Promise<RunSummary | undefined> {
  const channel = new BroadcastChannel(`${name} so far`)
  const ask = () => channel.postMessage('how far is it?')
  const asking = setInterval(ask, askAgainMs)
  let timer: NodeJS.Timeout | undefined
  const answer = new Promise<RunSummary | undefined>((resolve) => {
    channel.onmessage = (event) => resolve((event as { data: RunSummary | null }).data ?? undefined)
    // An answer that arrived while this process was busy is still read.
    timer = setTimeout(() => setImmediate(resolve, undefined), waitMs)
  })
  ask()
  return await answer.finally(() => {
    clearInterval(asking)
    clearTimeout(timer)
    channel.close()
  })
}
