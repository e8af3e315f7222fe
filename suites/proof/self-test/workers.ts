import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { packageFolder } from '../../../harness/subject/files/package-folder.ts'
import type { Ended } from './expected.ts'
import type { Changed } from './reference-declaration.ts'

/** One run to carry out. */
export interface Job {
  /** A reference server with these changes, kept warm by the worker. */
  changed?: Changed
  /** The declaration as written for the server that it starts or names; if absent, none. */
  declaration?: Record<string, unknown>
  /** As with `--base-url`. */
  baseUrl?: string
  seed: number
  runs: number
  /** How many cases may run in parallel; if absent, as many as the declaration allows. */
  jobs?: number
  /** Limits failed logins to the defaults, and counts them in front of the server. */
  limited?: true
  /** The ids of the requirements to judge; if absent, all. */
  only?: readonly string[]
}

/** `fault`: the run could not be carried out, or an error in it was not caught. */
export interface Outcome {
  ended?: Ended
  fault?: string
}

export interface Workers {
  run(job: Job): Promise<Outcome>
  stop(): void
}

/** Longer than any run takes; a run that exceeds it hangs. */
const longestRunMs = 240_000

/** Creates warm child processes, each of which carries out one run at a time. */
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
    // Uses the built file: a child process can't be started from TypeScript.
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
