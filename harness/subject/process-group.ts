import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { groupLives } from './group-lives.ts'

export interface ShellOptions {
  cwd: string
  /** The whole environment; nothing is inherited beside it. */
  env: NodeJS.ProcessEnv
  /** False where the end of this process is never a sudden one: no watchdog is then needed. */
  watched?: boolean
}

export interface Ended {
  exitCode: number | null
  signal: NodeJS.Signals | null
}

/** A shell command with all the processes it starts. */
export interface ProcessGroup {
  child: ChildProcess
  /** Settles when the shell's own process has ended. */
  ended: Promise<Ended>
  /** Ends them all: SIGTERM, and after `graceMs` SIGKILL. Settles when none is left. May be called again. */
  end(graceMs: number): Promise<void>
  /** Leaves alone what is still running, as a command may start a service; it then outlives this process. */
  release(): void
}

const hasGroups = process.platform !== 'win32'
const pollMs = 20
/** How long the last output is waited for, where a process that left the group holds it open. */
const lastOutputMs = 200

/** What is still to be killed when this process ends; one listener does it, however many run at once. */
const atExit = new Set<() => void>()
const killAll = () => {
  for (const kill of atExit) kill()
}

/**
 * Runs a command by the shell in a process group of its own. The group dies with this process, whichever way that ends:
 * a watchdog, which waits for its standard input to close, kills it.
 */
export function startProcessGroup(command: string, { cwd, env, watched = true }: ShellOptions): ProcessGroup {
  const child = spawn(command, {
    shell: true,
    detached: hasGroups,
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const watchdog = child.pid !== undefined && hasGroups && watched ? startWatchdog(child.pid) : undefined
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', () => resolve({ exitCode: 127, signal: null }))
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
  })
  const kill = (signal: NodeJS.Signals): boolean => {
    try {
      if (child.pid === undefined) return false
      return hasGroups ? process.kill(-child.pid, signal) : child.kill(signal)
    } catch {
      return false
    }
  }
  const lives = () => child.pid !== undefined && (hasGroups ? groupLives(child.pid) : child.exitCode === null)
  const killNow = () => void kill('SIGKILL')
  atExit.add(killNow)
  if (atExit.size === 1) process.on('exit', killAll)

  const release = () => {
    watchdog?.kill('SIGKILL')
    atExit.delete(killNow)
    if (atExit.size === 0) process.off('exit', killAll)
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
  const outputClosed = Promise.all(
    [child.stdout, child.stderr].map((stream) => once(stream!, 'close')),
  ).catch(() => {})
  let ending: Promise<void> | undefined
  const endAll = async (graceMs: number) => {
    kill('SIGTERM')
    for (let waitedMs = 0; lives() && waitedMs < graceMs; waitedMs += pollMs) await sleep(pollMs)
    killNow()
    await ended
    await Promise.race([outputClosed, sleep(lastOutputMs)])
    release()
  }
  return { child, ended, end: (graceMs) => (ending ??= endAll(graceMs)), release }
}

function startWatchdog(pid: number): ChildProcess {
  const script = 'read -r _; kill -9 "-$1" 2>/dev/null'
  const watchdog = spawn('/bin/sh', ['-c', script, 'watchdog', String(pid)], {
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
