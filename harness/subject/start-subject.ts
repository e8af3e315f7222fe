import type { Declaration } from './declaration.ts'
import { startProcess } from './process.ts'
import { Unreachable, UsageError } from './subject-error.ts'

/** The subject while a run lasts: where it answers, and how to stop what the suite started. */
export interface Subject {
  baseUrl: string
  controlUrl: string | null
  stop(): Promise<void>
}

/**
 * Starts what the declaration says is to be started; else only reads the address.
 * @throws UsageError where there is no address; Unreachable where the started program never answers
 */
export async function startSubject(declaration: Declaration, env: NodeJS.ProcessEnv): Promise<Subject> {
  const { baseUrl, start, container, clock, source } = declaration
  const declaredControl = clock.kind === 'control' ? (clock.url ?? null) : null
  if (container) {
    throw new UsageError('container: not supported yet; start it yourself and declare baseUrl')
  }
  if (!start) {
    if (baseUrl === undefined)
      throw new UsageError('no address: give --base-url, or declare baseUrl, start or container')
    return { baseUrl, controlUrl: declaredControl, stop: async () => {} }
  }
  const { command, cwd, timeoutMs, readyUrl } = start
  const started = await startProcess({
    command,
    cwd: cwd ?? source.folder,
    env: { ...env, ...start.env },
    timeoutMs,
    ...(readyUrl === undefined ? {} : { readyUrl }),
  })
  const url = baseUrl ?? started.url
  if (url === undefined) {
    await started.stop()
    throw new Unreachable(
      'the started program gave no address: declare baseUrl, or print the ready line with "url"',
    )
  }
  return { baseUrl: url, controlUrl: declaredControl ?? started.control ?? null, stop: () => started.stop() }
}
