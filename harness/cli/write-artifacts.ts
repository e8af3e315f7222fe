import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renderers, type Format } from '../../reports/index.ts'
import type { Artifact, Report } from '../../reports/report.ts'
import { createSecrets } from '../wire/masking.ts'

/**
 * Writes the report in every format, unless it or one of them holds a secret: then all or that one is not written.
 * The report itself is searched first, because each format escapes text in a way of its own; the formats, because they
 * are what is handed on.
 * @returns what went wrong, for the operator
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
  rmSync(join(out, 'allure-results'), { recursive: true, force: true })
  for (const format of formats) {
    for (const artifact of renderers[format as Format](report)) {
      const label = guard.findIn(artifact.content)
      if (label === null) write(out, artifact)
      else
        problems.push(
          `${artifact.path} would hold ${label}: it was not written. This is a fault of the suite`,
        )
    }
  }
  return problems.length === 0 ? undefined : problems.join('\n')
}

function write(out: string, { path, content }: Artifact): void {
  const file = join(out, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
