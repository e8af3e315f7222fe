import { BroadcastChannel } from 'node:worker_threads'
import type { RunSpec } from '../run-spec.ts'

/** Where the subject answers: only known once it has started, long after the worker began to load the cases. */
export type Address = Place & {
  /** Where the other servers answer, if the run has several. */
  others?: readonly Place[]
}
type Place = Pick<RunSpec, 'baseUrl' | 'controlUrl'>

/** Answers on the channel with the subject's address, or null if the subject did not start. */
export function tellSubject(name: string, subject: Promise<Address>): void {
  const told = subject.then(
    ({ baseUrl, controlUrl, others }) => ({ baseUrl, controlUrl, ...(others ? { others } : {}) }),
    () => null,
  )
  const channel = new BroadcastChannel(name)
  channel.unref()
  const tell = async () => {
    channel.postMessage(await told)
    channel.close()
  }
  channel.onmessage = () => void tell()
}

/** Asks on the channel for the subject's address, and waits until it has started. */
export async function learnSubject(name: string): Promise<Address | null> {
  const channel = new BroadcastChannel(name)
  const answer = new Promise<Address | null>((resolve) => {
    channel.onmessage = (event) => resolve((event as { data: Address | null }).data)
  })
  channel.postMessage('where is it?')
  return await answer.finally(() => channel.close())
}
