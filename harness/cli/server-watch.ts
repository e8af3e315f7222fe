import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers } from '../subject/ready-url.ts'
import { parseBaseUrl, type BaseUrl } from '../wire/base-url.ts'
import { stateOf } from './watched-files.ts'

/** How often it is looked, in milliseconds: a restart of a local server is not to be missed, another one not to be troubled. */
const localMs = 50
const remoteMs = 500
const answerMs = 2000

/**
 * Looks whether a server comes back: it rejected connections, and answers again. It opens connections and sends nothing
 * through them, since a server with one thread could serve nobody else while one stays open.
 */
export async function cameBack(baseUrl: string, signal: AbortSignal): Promise<void> {
  const address = parseBaseUrl(baseUrl)
  const isLocal = address.socketPath !== undefined || /^(localhost|127\.|::1)/.test(address.hostname)
  const pauseMs = isLocal ? localMs : remoteMs
  while (!signal.aborted && (await accepts(address))) await sleep(pauseMs)
  await isThere(baseUrl, signal, pauseMs)
}

/** Waits until a server answers. */
export async function isThere(baseUrl: string, signal: AbortSignal, pauseMs = localMs): Promise<void> {
  const address = parseBaseUrl(baseUrl)
  const isUp = async () =>
    (await accepts(address)) && (address.socketPath !== undefined || (await answers(baseUrl, answerMs)))
  while (!signal.aborted && !(await isUp())) await sleep(pauseMs)
}

/** Waits until one of the files or folders differs from the state given, by default from what it is now. */
export async function fileChanged(
  paths: readonly string[],
  signal: AbortSignal,
  before = stateOf(paths),
): Promise<void> {
  while (!signal.aborted && stateOf(paths) === before) await sleep(4 * localMs)
}

function accepts({ hostname, port, socketPath }: BaseUrl): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath === undefined ? { host: hostname, port } : { path: socketPath })
    const settle = (isAccepted: boolean) => {
      socket.destroy()
      resolve(isAccepted)
    }
    socket.setTimeout(answerMs, () => settle(false))
    socket.once('connect', () => settle(true)).once('error', () => settle(false))
  })
}
