import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from './subject-error.ts'

const names = ['conformance.yaml', 'conformance.yml', 'conformance.json']
const bundled = new URL('../../fixtures/default.conformance.yaml', import.meta.url)

/** Where a declaration comes from. */
export interface DeclarationSource {
  /** `file`: the operator's. `bundled`: of the reference server. `none`: the base URL is all that is known. */
  kind: 'file' | 'bundled' | 'none'
  /** Absolute path; undefined for `none`. */
  file: string | undefined
  /** How messages name it. */
  shown: string
  /** Commands run here and relative paths start here. */
  folder: string
}

export interface Wanted {
  hasBaseUrl: boolean
  /** The operator asks for the bundled one, whatever lies in the folder. */
  bundled?: boolean | undefined
  /** Why the bundled one has to be asked for, such as "CI is set"; undefined where it is taken if no other is found. */
  bundledOnlyOnRequest?: string | undefined
}

/**
 * The declaration named (`-`: on standard input), else the one in the current folder, else the bundled one unless a base URL is given.
 * @throws UsageError where the bundled one is left and has to be asked for
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
  const file = fileURLToPath(bundled)
  return { kind: 'bundled', file, shown: 'default.conformance.yaml', folder: dirname(file) }
}
