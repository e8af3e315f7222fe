import { BroadcastChannel } from 'node:worker_threads'
import type { RunSpec } from './run-spec.ts'

/** Where the subject answers: known only once it was started, when the worker has long been loading the cases. */
export type Address = Place & {
  /** Where the other servers answer, if the run is on several. */
  others?: readonly Place[]
}
type Place = Pick<RunSpec, 'baseUrl' | 'controlUrl'>

/** Tells who asks on the channel where the subject is, or null where it did not start. */
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

/** Asks on the channel, and waits for the subject. */
export async function learnSubject(name: string): Promise<Address | null> {
  const channel = new BroadcastChannel(name)
  const answer = new Promise<Address | null>((resolve) => {
    channel.onmessage = (event) => resolve((event as { data: Address | null }).data)
  })
  channel.postMessage('where is it?')
  return await answer.finally(() => channel.close())
}
