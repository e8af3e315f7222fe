import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../../../harness/subject/files/package-folder.ts'
import type { Subject } from '../../../harness/subject/start/start-subject.ts'
import { SubjectError } from '../../../harness/subject/subject-error.ts'
import type { Changed } from './reference-declaration.ts'

/** A process that runs one reference server after another: it is loaded once, and faster after some runs. */
export interface WarmServer {
  /** Replacements for the operator's two commands, carried out by the warm process. */
  operator: { create: string; show: string }
  /**
   * @param seed of its tokens, seeds and ids, which are then the same in each run
   * @throws SubjectError if it does not start
   */
  start(changed: Changed, data: string, seed: number): Promise<Subject>
  /** Ends the process; no server can be started afterwards. */
  end(): void
}

interface Told {
  url?: string
  control?: string
  fault?: string
}

/** A shell command can use a named pipe without a process that takes long to load. */
export const canBeWarm = process.platform !== 'win32'

/** @param folder where to create its named pipe */
export async function startWarmServer(folder: string): Promise<WarmServer> {
  const pipe = join(mkdtempSync(join(folder, 'warm-')), 'commands')
  execFileSync('mkfifo', [pipe])
  const child = fork(join(packageFolder(), 'dist', 'reference-server', 'warm.mjs'), [pipe])
  await next(child)

  async function ask(question: object): Promise<Told> {
    child.send(question)
    const { fault, ...answer } = await next(child)
    if (fault !== undefined) throw new SubjectError(`the warm server: ${fault}`, 5)
    return answer
  }

  return {
    operator: { create: commandOf(pipe, 'create'), show: commandOf(pipe, 'show') },
    end: () => void child.kill(),
    async start({ mode, defects, variations }, data, seed) {
      const { debug = true, serverVersion = '2.10.0' } = mode
      const changes = { debug, serverVersion, defect: defects, variation: variations }
      const address = { host: '127.0.0.1', port: 0, controlPort: 0, journal: 0 }
      const start = { ...changes, ...address, data, fastHash: true, deterministic: seed }
      const { url = '', control = null } = await ask({ start })
      return {
        baseUrl: url,
        controlUrl: control,
        endedByItself: async () => undefined,
        outputNotes: () => [],
        stop: async () => void (await ask({ stop: true })),
      }
    },
  }
}

async function next(child: ChildProcess): Promise<Told> {
  const ended = new AbortController()
  const onExit = () => ended.abort(new SubjectError('the warm server ended', 5))
  child.once('exit', onExit)
  try {
    const [told] = (await once(child, 'message', { signal: ended.signal })) as [Told]
    return told
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error
  } finally {
    child.off('exit', onExit)
  }
}

/**
 * Returns a command that asks through the pipe. The answer arrives on a pipe of its own, opened before asking: exit code,
 * stderr in one line, number of stdout lines, and these lines. The self-test runs thousands of these commands, so they
 * use shell built-ins, which start no process.
 */
const commandOf = (pipe: string, command: string): string =>
  `answer=${pipe}.$$; mkfifo "$answer"; exec 3<>"$answer"; printf '%s %s %s\\n' "$$" ${command} {username} >${pipe}; ` +
  'read -r code <&3; read -r error <&3; read -r left <&3; ' +
  'while [ "$left" -gt 0 ]; do IFS= read -r line <&3; printf "%s\\n" "$line"; left=$((left - 1)); done; ' +
  '[ -z "$error" ] || echo "$error" >&2; exit "$code"'
