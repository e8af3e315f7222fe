import { parseBaseUrl } from '../wire/base-url.ts'
import { clientCertificate } from '../wire/connect.ts'
import { onlyLegible } from '../wire/legible.ts'
import { maskQuoted } from '../wire/mask-quoted.ts'
import { createSecrets } from '../wire/masking.ts'
import { findProxy } from '../wire/proxy.ts'
import type { Declaration } from './declaration.ts'
import { whatIsWrongWithBaseUrl } from './declaration-schema.ts'
import { declaredSecrets } from './declared-secrets.ts'
import { startProcess } from './process.ts'
import { removeRunFolder } from './run-folder.ts'
import { SubjectError, Unreachable, UsageError } from './subject-error.ts'

/** The subject while a run lasts: where it answers, and how to stop what the suite started. */
export interface Subject {
  baseUrl: string
  controlUrl: string | null
  /** Where the others answer, if several servers were started. */
  others?: readonly Pick<Subject, 'baseUrl' | 'controlUrl'>[]
  /** How a program that was started ended, where it did so by itself: `exit code 1`, `SIGSEGV`. */
  endedByItself(): Promise<string | undefined>
  /**
   * For the report: the last lines of a container's log, of a program only where it ended by itself. Declared secrets are
   * masked, and whatever looks like one.
   * @param how it ended, as `endedByItself` says
   * @param mask knows the secrets of the run; without it no line is quoted
   */
  outputNotes(how: string | undefined, mask?: (output: string) => string): string[]
  /** Stops what was started and removes the folder of the run. May be called twice. */
  stop(): Promise<void>
}

type Started = Omit<Subject, 'baseUrl' | 'controlUrl'> & {
  url?: string | undefined
  control?: string | undefined
}

const nothingStarted: Started = {
  stop: async () => {},
  endedByItself: async () => undefined,
  outputNotes: () => [],
}

/**
 * Starts what the declaration says is to be started; else only reads the address.
 * @param signal removes a container that is being started; a program dies with this process
 * @throws UsageError where there is no address; Unreachable where the started program never answers
 */
export async function startSubject(
  declaration: Declaration,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Subject> {
  const { baseUrl, clock, tmp } = declaration
  const secrets = createSecrets()
  for (const { value, label } of declaredSecrets(declaration)) secrets.add(value, label)
  // What a program was given by its environment it may print as well.
  const given = { ...declaration.environment, ...(declaration.container ?? declaration.start)?.env }
  for (const [name, value] of Object.entries(given)) if (value) secrets.add(value, name)
  const started = await start(declaration, env, signal).catch((error: unknown) => {
    removeRunFolder(tmp)
    if (error instanceof SubjectError)
      error.message = byLine(error.message, secrets.mask).replace(/^ {2}\| .*$/gm, shown)
    throw error
  })
  const stop = async () => {
    await started.stop()
    removeRunFolder(tmp)
  }
  const url = baseUrl ?? started.url
  if (url === undefined) {
    await stop()
    throw new Unreachable(
      'the started program gave no address: declare baseUrl, or print the ready line with "url"',
    )
  }
  const printed = { url: baseUrl === undefined ? url : undefined, control: started.control }
  for (const [name, address] of Object.entries(printed)) {
    const wrong = address === undefined ? undefined : whatIsWrongWithBaseUrl(address)
    if (wrong === undefined) continue
    await stop()
    throw new Unreachable(`"${name}" in the ready line of the started program ${wrong}`)
  }
  const noProxy = whatIsWrongWithProxy(url, env)
  if (noProxy !== undefined) {
    await stop()
    throw new UsageError(noProxy)
  }
  const declaredControl = clock.kind === 'control' ? clock.url : undefined
  return {
    baseUrl: url,
    controlUrl: declaredControl ?? started.control ?? null,
    endedByItself: started.endedByItself,
    outputNotes: (how, mask) =>
      started.outputNotes(how, mask && ((output) => shown(mask(secrets.mask(output))))),
    stop,
  }
}

/** What a program printed, of which only the lines are known. */
const shown = (output: string) => onlyLegible(maskQuoted(output))

function whatIsWrongWithProxy(baseUrl: string, env: NodeJS.ProcessEnv): string | undefined {
  try {
    findProxy(parseBaseUrl(baseUrl), env)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

async function start(
  declaration: Declaration,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<Started> {
  const { baseUrl, container, start: declared, source } = declaration
  if (container) {
    const { startContainer } = await import('./container.ts')
    const started = await startContainer({ ...container, signal })
    const outputNotes: Subject['outputNotes'] = (how, mask) => {
      const ended = how === undefined ? [] : [`the server ended during the run (${how})`]
      const log = started.lastOutput()
      if (log === '') return [...ended, "the container's log is empty"]
      return mask ? [...ended, "the last lines of the container's log:", ...quote(log, mask)] : ended
    }
    return { ...started, outputNotes }
  }
  if (declared) {
    const { command, cwd, timeoutMs, readyUrl } = declared
    const started = await startProcess({
      command,
      cwd: cwd ?? source.folder,
      env: { ...env, ...declared.env },
      timeoutMs,
      readyUrl,
      client: clientCertificate(declaration.tls),
    })
    const outputNotes: Subject['outputNotes'] = (how, mask) => {
      if (how === undefined) return []
      const said = `the server ended during the run (${how})`
      const output = started.lastOutput()
      if (output === '') return [`${said}; it printed nothing`]
      return mask ? [`${said}; its last output:`, ...quote(output, mask)] : [said]
    }
    return { ...started, endedByItself: async () => started.endedByItself(), outputNotes }
  }
  if (baseUrl === undefined) {
    throw new UsageError('no address: give --base-url, or declare baseUrl, start or container')
  }
  return nothingStarted
}

const quotedLines = 20
const quotedLineLength = 500

const quote = (output: string, mask: (line: string) => string): string[] =>
  output
    .split('\n')
    .slice(-quotedLines)
    .map((line) => `| ${mask(line).slice(0, quotedLineLength)}`)

/** A long log has more readings than can be searched, and would be hidden as a whole. */
const byLine = (text: string, mask: (line: string) => string): string => text.split('\n').map(mask).join('\n')

/** Where the operator does not want to wait any longer: what was started so far is gone, or ends with this process. */
export async function abandonStart(
  { container }: Declaration,
  starting: Promise<Subject>,
  stopStarting: AbortController,
): Promise<void> {
  stopStarting.abort()
  if (container) await starting.catch(() => {})
}
