import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** The declaration named, else the one in the current folder, else the bundled one unless a base URL is given. */
export function findDeclaration(
  path: string | undefined,
  cwd: string,
  hasBaseUrl: boolean,
): DeclarationSource {
  const name = path ?? names.find((candidate) => existsSync(resolve(cwd, candidate)))
  if (name !== undefined) {
    const file = resolve(cwd, name)
    return { kind: 'file', file, shown: name, folder: dirname(file) }
  }
  if (hasBaseUrl) return { kind: 'none', file: undefined, shown: '--base-url', folder: cwd }
  const file = fileURLToPath(bundled)
  return { kind: 'bundled', file, shown: 'default.conformance.yaml', folder: dirname(file) }
}
