import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
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
const longestRunMs = 600_000

/** Creates warm child processes, each of which carries out one run at a time. */
export function createWorkers(count: number): Workers {
  const all = new Set<ChildProcess>()
  const free = new Set<ChildProcess>()
  const waiting: ((child: Promise<ChildProcess>) => void)[] = []

  async function start(): Promise<ChildProcess> {
    // Uses the built file: a child process can't be started from TypeScript.
    const child = fork(join(packageFolder(), 'dist', 'suites', 'proof', 'self-test', 'worker.js'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    all.add(child)
    child.once('exit', () => {
      all.delete(child)
      free.delete(child)
    })
    await once(child, 'message')
    return child
  }

  function lend(): Promise<ChildProcess> {
    const [child] = free
    if (child) {
      free.delete(child)
      return Promise.resolve(child)
    }
    return all.size < count ? start() : new Promise((resolve) => waiting.push(resolve))
  }

  return {
    async run(job) {
      const child = await lend()
      const timer = setTimeout(() => child.kill('SIGKILL'), longestRunMs)
      const over = new AbortController()
      const { signal } = over
      const answered = once(child, 'message', { signal }) as Promise<[Outcome]>
      const exited = once(child, 'exit', { signal }).then(() => [undefined] as const)
      child.send(job)
      const [outcome] = await Promise.race([answered, exited])
      over.abort()
      clearTimeout(timer)
      const next = waiting.shift()
      if (next) next(outcome ? Promise.resolve(child) : start())
      else if (outcome) free.add(child)
      return outcome ?? { fault: 'the run never ended, or its process did' }
    },
    stop() {
      for (const child of all) child.disconnect()
    },
  }
}
