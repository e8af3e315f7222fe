import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Place } from '../../engine/case/defined-at.ts'
import { attempt } from '../../wire/attempt.ts'
import { packageFolder } from '../../subject/files/package-folder.ts'

/**
 * Returns the place in the sources, relative to the repository, as `suites/token/rules.ts:12`; or the place in the built
 * file if it has no source map.
 */
export function sourcePlace({ file, line, column }: Place): string {
  const built = file.startsWith('file:') ? fileURLToPath(file) : file
  const shown = (path: string, at: number) => `${relative(packageFolder(), path).replaceAll('\\', '/')}:${at}`
  const map = attempt(
    () => new SourceMap(JSON.parse(readFileSync(`${built}.map`, 'utf8')) as SourceMapPayload),
  )
  const entry = map?.findEntry(line - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return shown(built, line)
  return shown(resolve(dirname(built), entry.originalSource), entry.originalLine + 1)
}

/**
 * Returns the place of the first line of a file that contains `text`; undefined if no line does, or the file does not exist.
 */
export function placeOf(text: string, file: string): Place | undefined {
  const lines = attempt(() => readFileSync(file, 'utf8'), '').split('\n')
  const index = lines.findIndex((line) => line.includes(text))
  return index < 0 ? undefined : { file, line: index + 1, column: (lines[index]?.indexOf(text) ?? 0) + 1 }
}
