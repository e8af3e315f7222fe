import { parseBaseUrl } from '../../wire/base-url.ts'
import { clientCertificate } from '../../wire/socket/connect.ts'
import { onlyLegible } from '../../wire/shown/legible.ts'
import { maskQuoted } from '../../wire/shown/mask-quoted.ts'
import { createSecrets } from '../../wire/shown/masking.ts'
import { findProxy } from '../../wire/socket/proxy.ts'
import type { Declaration } from '../declaration/declaration.ts'
import { whatIsWrongWithBaseUrl } from '../declaration/declaration-schema.ts'
import { declaredSecrets } from '../declaration/declared-secrets.ts'
import { startProcess } from '../process/process.ts'
import { removeRunFolder } from '../files/run-folder.ts'
import { SubjectError, Unreachable, UsageError } from '../subject-error.ts'

/** The subject during a run: its addresses, and how to stop what the suite started. */
export interface Subject {
  baseUrl: string
  controlUrl: string | null
  /** Addresses of the other servers, if several were started. */
  others?: readonly Pick<Subject, 'baseUrl' | 'controlUrl'>[]
  /** Returns how a started program ended by itself: `exit code 1`, `SIGSEGV`; undefined if it did not. */
  endedByItself(): Promise<string | undefined>
  /**
   * Returns notes for the report: the last log lines of a container, or of a program that ended by itself. Masks declared
   * secrets, and anything that looks like a secret.
   * @param how it ended, as returned by `endedByItself`
   * @param mask masks the secrets of the run; without it no line is quoted
   */
  outputNotes(how: string | undefined, mask?: (output: string) => string): string[]
  /** Stops everything that was started and removes the folder of the run. May be called twice. */
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
 * Starts the server that the declaration describes, or otherwise only takes its address.
 * @param signal removes a container that is starting; a program dies with this process
 * @throws UsageError if there is no address; Unreachable if the started program never answers
 */
export async function startSubject(
  declaration: Declaration,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Subject> {
  const { baseUrl, clock, tmp } = declaration
  const secrets = createSecrets()
  for (const { value, label } of declaredSecrets(declaration)) secrets.add(value, label)
  // A program may also print values from its environment.
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

/** Masks the output of a program whose format is unknown. */
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

/** Masks line by line: a long log has too many readings to search, and would be hidden completely. */
const byLine = (text: string, mask: (line: string) => string): string => text.split('\n').map(mask).join('\n')

/** Called if the operator stops waiting: anything started so far is gone or ends with this process. */
export async function abandonStart(
  { container }: Declaration,
  starting: Promise<Subject>,
  stopStarting: AbortController,
): Promise<void> {
  stopStarting.abort()
  if (container) await starting.catch(() => {})
}
