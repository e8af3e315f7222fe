import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { attempt } from '../../wire/attempt.ts'
import { groupLives, strayProcesses } from './group-lives.ts'

export interface ShellOptions {
  cwd: string
  /** The complete environment; nothing else is inherited. */
  env: NodeJS.ProcessEnv
  /**
   * Marks the processes with an environment variable, so that those which leave the group can be found and ended too.
   * `true`: adds a variable; a name: uses that variable of `env`, whose value must be unique to this group.
   */
  marked?: boolean | string
  /** Makes standard input a pipe; by default there is none. */
  input?: boolean
  /** Arguments of a program that runs without a shell. */
  args?: readonly string[]
}

export interface Ended {
  exitCode: number | null
  signal: NodeJS.Signals | null
}

/** A shell command and all the processes it starts. */
export interface ProcessGroup {
  child: ChildProcessByStdio<Writable | null, Readable, Readable>
  ended: Promise<Ended>
  /** Ends all processes: sends SIGTERM, and SIGKILL after `graceMs`. Resolves when none is left. May be called again. */
  end(graceMs: number): Promise<void>
  /** Leaves running processes alone, because a command may start a service. They then outlive this process. */
  release(): void
}

const hasGroups = process.platform !== 'win32'
const pollMs = 20
/** How long to wait for the last output if a process that left the group holds the pipe open. */
const lastOutputMs = 200

/** Functions that kill what still runs when this process ends. One listener calls them all, however many there are. */
const atExit = new Set<() => void>()
const killAll = () => {
  for (const kill of atExit) kill()
}

/**
 * Runs a shell command in its own process group. The group dies with this process, however that ends: a watchdog, which
 * waits for its standard input to close, kills it.
 */
export function startProcessGroup(command: string, options: ShellOptions): ProcessGroup {
  const { cwd, env, marked = false, input = false, args } = options
  const own = typeof marked === 'string' && env[marked] !== undefined ? { [marked]: env[marked] } : undefined
  const marking = marked === false ? {} : (own ?? { CONFORMANCE_PROCESS_GROUP: randomUUID() })
  const [mark] = Object.entries(marking).map(([name, value]) => `${name}=${value}`)
  const child = spawn(command, args ?? [], {
    shell: args === undefined,
    detached: hasGroups,
    cwd,
    env: { ...env, ...marking },
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  }) as ProcessGroup['child']
  const watchdog = child.pid !== undefined && hasGroups ? startWatchdog(child.pid, mark) : undefined
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', () => resolve({ exitCode: 127, signal: null }))
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
  })
  const kill = (signal: NodeJS.Signals): void => {
    const { pid } = child
    if (pid !== undefined) attempt(() => (hasGroups ? process.kill(-pid, signal) : child.kill(signal)))
  }
  const lives = () => child.pid !== undefined && (hasGroups ? groupLives(child.pid) : child.exitCode === null)
  const strays = () => (child.pid && mark ? strayProcesses(child.pid, mark) : [])
  const killNow = () => {
    kill('SIGKILL')
    killEach(strays(), 'SIGKILL')
  }
  atExit.add(killNow)
  if (atExit.size === 1) process.on('exit', killAll)

  const release = () => {
    watchdog?.kill('SIGKILL')
    atExit.delete(killNow)
    if (atExit.size === 0) process.off('exit', killAll)
    child.stdout.destroy()
    child.stderr.destroy()
  }
  const outputClosed = Promise.all([child.stdout, child.stderr].map((stream) => once(stream, 'close'))).catch(
    () => {},
  )
  let ending: Promise<void> | undefined
  const endAll = async (graceMs: number) => {
    const gone = strays()
    kill('SIGTERM')
    killEach(gone, 'SIGTERM')
    const areLeft = () => lives() || (gone.length > 0 && strays().length > 0)
    for (let waitedMs = 0; areLeft() && waitedMs < graceMs; waitedMs += pollMs) await sleep(pollMs)
    killNow()
    await ended
    await Promise.race([outputClosed, sleep(lastOutputMs)])
    release()
  }
  return { child, ended, end: (graceMs) => (ending ??= endAll(graceMs)), release }
}

/** Leaves out those that have ended in the meantime. */
function killEach(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) attempt(() => process.kill(pid, signal))
}

/** `$2` marks processes that left the group. Without /proc, none are found. */
const watch = `read -r _; kill -9 "-$1"; [ "$2" ] || exit
for found in $(grep -ls -- "$2" /proc/[0-9]*/environ); do found=\${found#/proc/}; kill -9 "\${found%/environ}"; done`

function startWatchdog(pid: number, mark = ''): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', watch, 'watchdog', String(pid), mark], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => {})
  watchdog.unref()
  const stdin = watchdog.stdin as (NodeJS.WritableStream & { unref?: () => void }) | null
  stdin?.on('error', () => {})
  stdin?.unref?.()
  return watchdog
}
