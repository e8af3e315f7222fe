import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Artifact } from '../report.ts'

/** Writes artifacts to a new folder and returns its path. */
export function writeArtifacts(artifacts: readonly Artifact[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'))
  for (const { path, content } of artifacts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}
