import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { packageFolder } from '../../../harness/subject/package-folder.ts'
import type { Ended } from './expected.ts'
import type { Changed } from './reference-declaration.ts'

/** One run to be carried out. */
export interface Job {
  /** A reference server with these changes, kept warm by the worker. */
  changed?: Changed
  /** The declaration as it would be written, of a server that it starts or names; absent: none. */
  declaration?: Record<string, unknown>
  /** As `--base-url`. */
  baseUrl?: string
  seed: number
  runs: number
  /** Failed logins are limited as they are by default, and counted before the server. */
  limited?: true
  /** Ids of the requirements to judge; absent: all. */
  only?: readonly string[]
}

/** `fault`: the run could not be carried out, or something in it was not caught. */
export interface Outcome {
  ended?: Ended
  fault?: string
}

export interface Workers {
  run(job: Job): Promise<Outcome>
  stop(): void
}

/** No run takes so long; one that does hangs. */
const longestRunMs = 240_000

/** Warm child processes, each carrying out one run at a time. */
export function createWorkers(count: number): Workers {
  const waiting: { job: Job; done: (outcome: Outcome) => void }[] = []
  const all = new Set<ChildProcess>()
  const free: ChildProcess[] = []

  function next(): void {
    if (waiting.length === 0) return
    const child = free.pop()
    if (child) carryOut(child)
    else if (all.size < count) add()
  }

  function add(): void {
    // The build's own file: a child process can't be started from TypeScript.
    const child = fork(join(packageFolder(), 'dist', 'suites', 'proof', 'self-test', 'worker.js'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    all.add(child)
    child.once('message', () => {
      free.push(child)
      next()
    })
    child.once('exit', () => {
      all.delete(child)
      const at = free.indexOf(child)
      if (at >= 0) free.splice(at, 1)
    })
  }

  function carryOut(child: ChildProcess): void {
    const entry = waiting.shift()
    if (!entry) return void free.push(child)
    const timer = setTimeout(() => child.kill('SIGKILL'), longestRunMs)
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit)
      entry.done(outcome)
    }
    const onMessage = (outcome: Outcome) => {
      settle(outcome)
      free.push(child)
      next()
    }
    const onExit = () => {
      settle({ fault: 'the run never ended, or its process did' })
      next()
    }
    child.on('message', onMessage).on('exit', onExit)
    child.send(entry.job)
  }

  return {
    run: (job) =>
      new Promise((done) => {
        waiting.push({ job, done })
        next()
      }),
    stop() {
      for (const child of all) child.disconnect()
    },
  }
}
