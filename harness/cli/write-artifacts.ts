import { accessSync, constants, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { formats as known, renderers, usualFormats, type Format } from '../../reports/index.ts'
import type { Artifact, Report } from '../../reports/report.ts'
import { closestWord } from '../subject/closest-word.ts'
import { UsageError } from '../subject/subject-error.ts'
import { createSecrets } from '../wire/masking.ts'

/** @throws UsageError where a word is no format */
export function chooseFormats(words: readonly string[]): Format[] {
  for (const word of words) {
    if (known.includes(word as Format)) continue
    const near = closestWord(word, known)
    throw new UsageError(
      `--format knows no "${word}"; ${near ? `did you mean ${near}? ` : ''}it takes ${known.join(', ')}`,
    )
  }
  return words.length === 0 ? [...usualFormats] : (words as Format[])
}

/** @throws UsageError where nothing can be written there */
export function prepareFolder(out: string): void {
  try {
    makeFolder(resolve(out))
    accessSync(out, constants.W_OK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = reasons[code] ?? code
    throw new UsageError(`can't write reports to ${out}: ${reason}. Give another folder with --out`)
  }
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  EROFS: 'the file system is read-only',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
}

/** One level after the other: with `recursive`, Node never returns where a folder takes no files, as /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  mkdirSync(folder)
}

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
