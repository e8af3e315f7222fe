import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { folderWith } from '../files/package-folder.ts'
import { UsageError } from '../subject-error.ts'

const names = ['conformance.yaml', 'conformance.yml', 'conformance.json']
const bundled = join('fixtures', 'default.conformance.yaml')

export interface DeclarationSource {
  /** `file`: written by the operator. `bundled`: for the reference server. `none`: only the base URL is known. */
  kind: 'file' | 'bundled' | 'none'
  /** Absolute path; undefined for `none`. */
  file: string | undefined
  /** The name used in messages. */
  shown: string
  /** Folder in which commands run, and against which relative paths are resolved. */
  folder: string
}

export interface Wanted {
  hasBaseUrl: boolean
  /** The operator requested the bundled declaration, even if the folder has another. */
  bundled?: boolean | undefined
  /** Why the bundled declaration must be requested explicitly, such as "CI is set"; undefined if it is the default. */
  bundledOnlyOnRequest?: string | undefined
}

/**
 * Finds the named declaration (`-`: standard input), else the one in the current folder, else the bundled one unless a base
 * URL is given.
 * @throws UsageError if only the bundled one is left and it must be requested explicitly
 */
export function findDeclaration(
  path: string | undefined,
  cwd: string,
  { hasBaseUrl, bundled: asked = false, bundledOnlyOnRequest }: Wanted,
): DeclarationSource {
  if (asked) return ofReferenceServer()
  if (path === '-') return { kind: 'file', file: path, shown: 'standard input', folder: cwd }
  const name = path ?? names.find((candidate) => existsSync(resolve(cwd, candidate)))
  if (name !== undefined) {
    const file = resolve(cwd, name)
    return { kind: 'file', file, shown: name, folder: dirname(file) }
  }
  if (hasBaseUrl) return { kind: 'none', file: undefined, shown: '--base-url', folder: cwd }
  if (bundledOnlyOnRequest !== undefined) {
    throw new UsageError(
      `there is no conformance.yaml, conformance.yml or conformance.json in ${cwd}; pass a declaration with --config or a server with --base-url. ` +
        `When ${bundledOnlyOnRequest}, the bundled reference server is judged only with --bundled`,
    )
  }
  return ofReferenceServer()
}

function ofReferenceServer(): DeclarationSource {
  const file = join(folderWith(bundled), bundled)
  return { kind: 'bundled', file, shown: 'default.conformance.yaml', folder: dirname(file) }
}
