import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { OperatorCommands } from '../../../harness/subject/commands/operator.ts'
import { packageFolder } from '../../../harness/subject/files/package-folder.ts'
import { createDeferred, type Deferred } from '../../../harness/subject/process/deferred.ts'
import type { Subject } from '../../../harness/subject/start/start-subject.ts'
import { SubjectError } from '../../../harness/subject/subject-error.ts'
import type { Changed } from './reference-declaration.ts'

/** A process that runs one reference server after another: it is loaded once, and faster after some runs. */
export interface WarmServer {
  /** The operator's two commands, carried out by the warm process: loading one for each takes long. */
  operator: OperatorCommands
  /**
   * @param seed of its tokens, seeds and ids, which are then the same in each run
   * @throws SubjectError if it does not start
   */
  start(changed: Changed, data: string, seed: number): Promise<Subject>
  /** Ends the process; no server can be started afterwards. */
  end(): void
}

type Told = { number: number; fault?: string }

export function startWarmServer(): WarmServer {
  const child = fork(join(packageFolder(), 'dist', 'reference-server', 'warm.mjs'))
  const asked = new Map<number, Deferred<Told>>()
  let last = 0
  child.on('message', (told: Told) => asked.get(told.number)?.resolve(told))
  child.once('exit', () => {
    for (const { reject } of asked.values()) reject(new SubjectError('the warm server ended', 5))
  })

  async function ask<T>(question: object): Promise<T> {
    const number = ++last
    const answer = createDeferred<Told>()
    asked.set(number, answer)
    child.send({ number, ...question })
    const { fault, ...told } = await answer.promise.finally(() => asked.delete(number))
    if (fault !== undefined) throw new SubjectError(`the warm server: ${fault}`, 5)
    return told as T
  }

  return {
    operator: {
      create: (user) => ask({ command: 'create', user }),
      show: (user) => ask({ command: 'show', user }),
    },
    end: () => void child.kill(),
    async start({ mode, defects, variations }, data, seed) {
      const { debug = true, serverVersion = '2.10.0' } = mode
      const changes = { debug, serverVersion, defect: defects, variation: variations }
      const address = { host: '127.0.0.1', port: 0, controlPort: 0, journal: 0 }
      const start = { ...changes, ...address, data, fastHash: true, deterministic: seed }
      const { url, control } = await ask<{ url: string; control: string | null }>({ start })
      return {
        baseUrl: url,
        controlUrl: control,
        endedByItself: async () => undefined,
        outputNotes: () => [],
        stop: () => ask({ stop: true }),
      }
    },
  }
}
