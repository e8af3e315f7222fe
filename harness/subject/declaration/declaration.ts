import { checkTogether } from './declaration-checks.ts'
import { readDeclarationDocument, type DeclarationDocument } from './declaration-document.ts'
import { fillDeclaredFiles } from './declared-files.ts'
import { fillPlaces } from './declared-places.ts'
import { parseDeclared } from './parse-declared.ts'
import { whatIsWrongWithBaseUrl, type DeclarationParts } from './declaration-schema.ts'
import { fieldName, type PathProblem } from './declaration-problems.ts'
import { findDeclaration, type DeclarationSource, type Wanted } from './find-declaration.ts'
import { headersByPart, namedHeaders, type PartHeaders } from './declared-headers.ts'
import { valueAt } from './map-texts.ts'
import { readEnvFile } from './read-env-file.ts'
import { DeclarationError, UsageError } from '../subject-error.ts'

/**
 * The operator's statements about the subject, with defaults, variables, files and placeholders filled in. A part is
 * `undefined` if nothing was declared, and `false` if the subject does not support it.
 */
export interface Declaration extends Omit<DeclarationParts, '$schema' | 'headers'> {
  source: DeclarationSource
  /** Sent with every request. */
  headers: Record<string, string>
  /** Sent with the requests of one part. */
  partHeaders?: PartHeaders
  /** Declared headers whose value came from a variable or a file, such as `list.X-Org`; absent if there are none. */
  filledHeaders?: readonly string[]
  /** Variables from `--env-file` or `.env`, which commands also receive. The real environment takes precedence. */
  environment?: NodeJS.ProcessEnv
  /** The folder that `{tmp}` stands for, if the declaration uses it. The caller removes it at the end. */
  tmp: string | undefined
  /** Tells the operator which parts of the declaration this run does not use. */
  notes: string[]
}

export interface ReadDeclarationOptions extends Omit<Wanted, 'hasBaseUrl'> {
  env: NodeJS.ProcessEnv
  cwd: string
  /** `--env-file`: read instead of the `.env` next to the declaration. */
  envFile?: string | undefined
  /** `--base-url`: overrides the declared one; `start` and `container` are then not run. */
  baseUrl?: string | undefined
  /** The text of the declaration if `path` is `-`; default: standard input. */
  text?: string
  /** Creates the folder for `{tmp}`. */
  makeTmp?: () => string
}

/**
 * Reads the named declaration, or the one in the current folder, or the bundled one.
 * @throws DeclarationError with every problem found
 * @throws UsageError if `baseUrl` is not a URL, or if the bundled declaration must be requested explicitly
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
  const placed = fillPlaces(files.parts, options.makeTmp)
  const { $schema: _, headers: written, ...filled } = placed.parts
  const { headers, partHeaders } = headersByPart(written)
  const filledHeaders = namedHeaders({ headers, partHeaders })
    .filter(({ path, value }) => valueAt(document.value, ['headers', ...path]) !== value)
    .map(({ path }) => path.join('.'))
  return {
    ...filled,
    headers,
    ...(Object.keys(partHeaders).length === 0 ? {} : { partHeaders }),
    ...(filledHeaders.length === 0 ? {} : { filledHeaders }),
    source,
    ...(Object.keys(environment).length === 0 ? {} : { environment }),
    tmp: placed.tmp,
    notes,
  }
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
