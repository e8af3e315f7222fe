import { checkTogether } from './declaration-checks.ts'
import { readDeclarationDocument, type DeclarationDocument } from './declaration-document.ts'
import { fillDeclaredFiles } from './declared-files.ts'
import { createPlaces, fillPlaces } from './declared-places.ts'
import { parseDeclared } from './parse-declared.ts'
import { whatIsWrongWithBaseUrl, type DeclarationParts } from './declaration-schema.ts'
import { fieldName, type PathProblem } from './declaration-problems.ts'
import { findDeclaration, type DeclarationSource, type Wanted } from './find-declaration.ts'
import { headersByPart, namedHeaders, type PartHeaders } from './declared-headers.ts'
import { readEnvFile } from './read-env-file.ts'
import { DeclarationError, UsageError } from './subject-error.ts'

export type { DeclaredAccount, DeclaredMfaAccount } from './declared-accounts.ts'
export type {
  DeclaredAccessKey,
  DeclaredOperator,
  DeclaredPrivateToken,
  DeclaredSession,
  DeclaredSessionLogin,
} from './declared-credentials.ts'
export type { DeclaredClock } from './declared-clock.ts'
export type { DeclaredContainer, DeclaredStart } from './declared-start.ts'

/**
 * What the operator states about the subject, with defaults, variables, files and places filled in. A part is
 * `undefined` where nothing was declared and `false` where the subject does not support it.
 */
export interface Declaration extends Omit<DeclarationParts, '$schema' | 'headers'> {
  source: DeclarationSource
  /** Sent with every request. */
  headers: Record<string, string>
  /** Sent with the requests of one part. */
  partHeaders?: PartHeaders
  /** Declared headers whose value came from a variable or a file, `list.X-Org`; absent: from none. */
  filledHeaders?: readonly string[]
  /** What `--env-file` or `.env` holds; commands get it too. The real environment wins. */
  environment?: NodeJS.ProcessEnv
  /** The folder that `{tmp}` stands for, where it was asked for. The one who runs removes it at the end. */
  tmp: string | undefined
  /** Lines for the operator: what of the declaration is not used in this run. */
  notes: string[]
}

export interface ReadDeclarationOptions extends Omit<Wanted, 'hasBaseUrl'> {
  env: NodeJS.ProcessEnv
  cwd: string
  /** `--env-file`: read instead of `.env` beside the declaration. */
  envFile?: string | undefined
  /** `--base-url`: wins over the declared one; `start` and `container` are then not run. */
  baseUrl?: string | undefined
  /** The declaration itself, where `path` is `-`; absent: what stands on standard input. */
  text?: string
  /** Makes the folder for `{tmp}`. */
  makeTmp?: () => string
}

/**
 * Reads the declaration named, or found in the current folder, or the bundled one.
 * @throws DeclarationError with every problem found
 * @throws UsageError where `baseUrl` is no URL, or the bundled one has to be asked for
 */
export function readDeclaration(path: string | undefined, options: ReadDeclarationOptions): Declaration {
  const { cwd, baseUrl } = options
  if (baseUrl !== undefined) checkBaseUrl(baseUrl)
  const source = findDeclaration(path, cwd, { ...options, hasBaseUrl: baseUrl !== undefined })
  const document: DeclarationDocument =
    source.file === undefined
      ? { value: {}, lineOf: () => undefined }
      : readDeclarationDocument(source.file, source.shown, options.text)
  const environment = readEnvFile(options.envFile, source, cwd)
  const { env: real } = options
  const env = Object.keys(environment).length === 0 ? real : { ...environment, ...real }
  const refuse = (problems: readonly PathProblem[]): never => {
    throw new DeclarationError(
      problems.map((problem) => ({
        file: source.shown,
        line: document.lineOf(problem.path),
        field: fieldName(problem.path),
        message: problem.message,
      })),
    )
  }

  const { parts, problems } = parseDeclared(document.value, env, source.folder, options.envFile)
  if (parts === undefined) return refuse(problems)
  const notes: string[] = []
  const chosen = baseUrl === undefined ? parts : withBaseUrl(parts, baseUrl, notes)
  const files = fillDeclaredFiles(chosen, source.folder)
  const wrong = [...problems, ...checkTogether(chosen), ...files.problems]
  if (wrong.length > 0) return refuse(wrong)
  const places = createPlaces(options.makeTmp)
  const { $schema: _, headers: written, ...filled } = fillPlaces(files.parts, places)
  const { headers, partHeaders } = headersByPart(written)
  const filledHeaders = namedHeaders({ headers, partHeaders })
    .filter(({ path, value }) => writtenHeader(document.value, path) !== value)
    .map(({ path }) => path.join('.'))
  return {
    ...filled,
    headers,
    ...(Object.keys(partHeaders).length === 0 ? {} : { partHeaders }),
    ...(filledHeaders.length === 0 ? {} : { filledHeaders }),
    source,
    ...(Object.keys(environment).length === 0 ? {} : { environment }),
    tmp: places.tmp(),
    notes,
  }
}

function writtenHeader(written: unknown, path: readonly string[]): unknown {
  const { headers } = written as { headers?: unknown }
  return path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null)?.[name], headers)
}

function checkBaseUrl(baseUrl: string): void {
  const wrong = whatIsWrongWithBaseUrl(baseUrl)
  if (wrong !== undefined) throw new UsageError(`--base-url ${wrong}`)
}

function withBaseUrl(parts: DeclarationParts, baseUrl: string, notes: string[]): DeclarationParts {
  const { start, container, ...unstarted } = parts
  const rest = { ...unstarted, replicas: 1 }
  if (start ?? container)
    notes.push(`--base-url is given: ${start ? 'start' : 'container'} of the declaration is not run`)
  if (rest.clock.kind !== 'control' || rest.clock.url !== undefined) return { ...rest, baseUrl }
  notes.push('--base-url is given and clock.url is not declared: the clock is not moved; declare clock.url')
  return { ...rest, baseUrl, clock: { kind: 'none' } }
}
