import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Declaration } from '../../subject/declaration/declaration.ts'

/**
 * Returns the files to watch: the declaration and the files in `start.watch`, or by default those that the command names.
 */
export function watchedFiles({ source, start }: Pick<Declaration, 'source' | 'start'>): string[] {
  const own = source.kind === 'file' && source.file !== undefined ? [source.file] : []
  if (!start) return own
  const folder = resolve(source.folder, start.cwd ?? '.')
  const words = start.watch ?? start.command.split(/\s+/).map((word) => word.replace(/^['"]|['"]$/g, ''))
  return [
    ...own,
    ...words
      .filter((word) => word !== '')
      .map((word) => resolve(folder, word))
      .filter((path) => existsSync(path)),
  ]
}

/**
 * Returns a text that changes with any of the files. Includes everything in folders except hidden files and node_modules.
 */
export function stateOf(paths: readonly string[]): string {
  return paths.map(stateOfPath).join('\n')
}

function stateOfPath(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return `${path} ${found?.mtimeMs ?? 'gone'} ${found?.size ?? ''}`
  const names = readdirSync(path).filter((name) => !name.startsWith('.') && name !== 'node_modules')
  return names.map((name) => stateOfPath(join(path, name))).join('\n')
}
