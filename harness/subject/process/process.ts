import { createInterface } from 'node:readline'
import { objectIn } from '../../wire/shown/json-in.ts'
import { createDeferred } from './deferred.ts'
import { groupLives } from './group-lives.ts'
import { createLastLines, quotedOutput } from './last-lines.ts'
import { startProcessGroup, type Ended, type ShellOptions } from './process-group.ts'
import { answers } from './ready-url.ts'
import { Unreachable, UsageError } from '../subject-error.ts'

export interface StartProcessOptions extends ShellOptions {
  /** Shell command. */
  command: string
  /** The server is ready once this URL answers; default: once it prints the ready line on stdout. */
  readyUrl?: string | undefined
  /** Client certificate presented to `readyUrl`, if it demands one. */
  client?: { cert?: string; key?: string }
  /** How long the server may take to become ready. */
  timeoutMs: number
}

const readyPollMs = 50
/** A server that is already present answers at once; a port on which connections hang does not count as one. */
const presentMs = 1000
/** From SIGTERM to SIGKILL. */
const graceMs = 5000

/**
 * Starts a server and waits until it is ready. `stop()` stops it; it also ends with this process.
 * @throws Unreachable if it ends or does not become ready; the message contains its last output
 * @throws UsageError if the shell does not find the command, or another server already answers at `readyUrl`
 */
export async function startProcess(options: StartProcessOptions) {
  const { command, readyUrl, timeoutMs, client } = options
  if (readyUrl !== undefined && (await answers(readyUrl, presentMs, client)))
    throw new UsageError(alreadyThere)
  const group = startProcessGroup(command, { ...options, marked: true })
  const { push, text: lastOutput } = createLastLines()
  const ready = createDeferred<ReadyLine>()

  for (const stream of ['stdout', 'stderr'] as const) {
    createInterface({ input: group.child[stream] }).on('line', (line) => {
      push(line)
      const readyLine = stream === 'stdout' && readyUrl === undefined ? parseReadyLine(line) : undefined
      if (readyLine) ready.resolve(readyLine)
    })
  }
  void group.ended.then((ended) => setImmediate(() => ready.reject(endedEarly(ended, lastOutput()))))
  const timer = setTimeout(() => ready.reject(notReady(readyUrl, timeoutMs, lastOutput())), timeoutMs)
  const polling = readyUrl === undefined ? undefined : setInterval(() => void poll(readyUrl), readyPollMs)
  let isPolling = false
  async function poll(url: string) {
    if (isPolling) return
    isPolling = true
    if (await answers(url, timeoutMs, client)) ready.resolve({})
    isPolling = false
  }

  try {
    const readyLine = await ready.promise
    let own: Ended | undefined
    void group.ended.then((ended) => (own = ended))
    const isLeftRunning = () =>
      own?.exitCode === 0 && group.child.pid !== undefined && groupLives(group.child.pid)
    const endedByItself = () => (own === undefined || isLeftRunning() ? undefined : nameEnd(own))
    let beforeStop: { how: string | undefined } | undefined
    const stop = async () => {
      beforeStop ??= { how: endedByItself() }
      await group.end(graceMs)
    }
    return {
      ...readyLine,
      stop,
      /** Returns the last lines that it printed; secrets are not masked. */
      lastOutput,
      /**
       * Returns how it ended if it was not stopped: `exit code 1`, `SIGSEGV`. A command that succeeds and leaves its
       * server running has not ended.
       */
      endedByItself: () => (beforeStop ?? { how: endedByItself() }).how,
    }
  } catch (error) {
    await group.end(graceMs)
    throw error
  } finally {
    clearTimeout(timer)
    clearInterval(polling)
  }
}

const alreadyThere =
  'start.readyUrl answers before start.command is run: another server is there, and would be judged instead; ' +
  'stop it, or take start out of the declaration to judge it'

const nameEnd = ({ exitCode, signal }: Ended): string => signal ?? `exit code ${exitCode}`

function endedEarly(ended: Ended, output: string): Error {
  const { exitCode } = ended
  if (exitCode === 126 || exitCode === 127) {
    return new UsageError(`start.command cannot be run; fix it in the declaration.${quoted(output)}`)
  }
  const fix = exitCode === 0 ? '; a server has to stay in the foreground' : ''
  return new Unreachable(
    `start.command ended (${nameEnd(ended)}) before it was ready${fix}.${quoted(output)}`,
  )
}

function notReady(readyUrl: string | undefined, timeoutMs: number, output: string): Unreachable {
  const what =
    readyUrl === undefined
      ? 'start.command printed no line {"ready":true,"url":"http://…"} on stdout'
      : 'start.readyUrl did not answer'
  const fix = readyUrl === undefined ? 'declare start.readyUrl and baseUrl, or' : 'check start.readyUrl, or'
  return new Unreachable(`${what} within ${timeoutMs} ms; ${fix} raise start.timeoutMs.${quoted(output)}`)
}

const quoted = (output: string) => quotedOutput(output, 'It printed nothing.')

/** The line that a started server prints: `{"ready":true,"url":…,"control":…}`. */
interface ReadyLine {
  url?: string
  /** Address of the clock control. */
  control?: string
}

/** Parses the ready line. Returns undefined for any other line. */
function parseReadyLine(line: string): ReadyLine | undefined {
  const { ready, url, control } = objectIn(line)
  if (ready !== true) return undefined
  return { ...(typeof url === 'string' && { url }), ...(typeof control === 'string' && { control }) }
}
