import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renderers, type Format } from '../../reports/index.ts'
import type { Artifact, Report } from '../../reports/report.ts'
import { createSecrets } from '../wire/masking.ts'
import { cantWrite } from './prepare-output.ts'

/**
 * Writes the report in every format, unless it or one of them holds a secret: then all or that one is not written.
 * The report itself is searched first, because each format escapes text in a way of its own; the formats, because they
 * are what is handed on.
 * @returns what went wrong, for the operator
 * @throws UsageError where the file system takes none of it; what an earlier run left is then still whole
 */
export function writeArtifacts(
  report: Report,
  {
    out,
    formats,
    secrets,
  }: { out: string; formats: readonly string[]; secrets: readonly { value: string; label: string }[] },
): string | undefined {
  const guard = createSecrets()
  for (const { value, label } of secrets) guard.add(value, label)
  const problems: string[] = []
  const held = guard.findIn(JSON.stringify(report))
  if (held !== null) return `the report would hold ${held}: nothing was written. This is a fault of the suite`
  const artifacts = formats
    .flatMap((format) => renderers[format as Format](report))
    .filter(({ path, content }) => {
      const label = guard.findIn(content)
      if (label === null) return true
      problems.push(`${path} would hold ${label}: it was not written. This is a fault of the suite`)
      return false
    })
  try {
    replace(out, artifacts)
  } catch (error) {
    throw cantWrite(out, error)
  }
  return problems.length === 0 ? undefined : problems.join('\n')
}

/** Beside the old ones first: no reader finds half a report, whether the disk is full or another run writes here. */
function replace(out: string, artifacts: readonly Artifact[]): void {
  const aside = mkdtempSync(join(out, '.new-'))
  const fresh = join(aside, 'fresh')
  try {
    mkdirSync(fresh)
    for (const artifact of artifacts) write(fresh, artifact)
    clear(join(out, 'allure-results'), join(aside, 'old'))
    for (const name of readdirSync(fresh)) move(join(fresh, name), join(out, name), aside)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** A folder takes the place of an empty one alone, and another run may have put its own there in the meantime. */
function move(from: string, to: string, aside: string): void {
  for (let moves = 1; ; moves++) {
    try {
      return renameSync(from, to)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (!['ENOTEMPTY', 'EEXIST'].includes(code) || moves === mostMoves) throw error
      clear(to, join(aside, `old-${moves}`))
    }
  }
}

const mostMoves = 20

/** Moves a folder away at once; to remove its files one by one another run could get in the way of. */
function clear(folder: string, to: string): void {
  try {
    renameSync(folder, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function write(folder: string, { path, content }: Artifact): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
