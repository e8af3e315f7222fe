import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renderers, type Format } from '../../reports/index.ts'
import type { Artifact, Report } from '../../reports/report.ts'
import { UsageError } from '../subject/subject-error.ts'
import { mapReport } from '../verdicts/foreign-texts.ts'
import type { Secrets } from '../wire/masking.ts'
import { cantWrite } from './prepare-output.ts'
import { setAside } from './set-aside.ts'

/**
 * Writes the report in every format. What is foreign in it is masked by now; should a secret be left all the same, all or
 * that format is not written. The report itself is searched first, because each format escapes text in a way of its own; the
 * formats, because they are what is handed on.
 * @returns what went wrong, for the operator
 * @throws UsageError where the file system takes none of it; what an earlier run left is then still whole
 */
export function writeArtifacts(
  report: Report,
  { out, formats, secrets }: { out: string; formats: readonly string[]; secrets: Pick<Secrets, 'findIn'> },
): string | undefined {
  const rendered = (of: Report) => formats.flatMap((format) => renderers[format as Format](of))
  /** Found in what is foreign; made where something is found at all, which is a fault of ours or a word of a format's own. */
  const held = (
    content: Artifact['content'],
    own: () => Artifact['content'] | undefined,
  ): string | undefined => {
    const found = secrets.findIn(content)
    return found.size === 0
      ? undefined
      : [...found].find(([value]) => !secrets.findIn(own() ?? '').has(value))?.[1]
  }
  let ours: Artifact[] | undefined
  const ownOf = (path: string) => {
    ours ??= rendered(withoutForeign(report))
    // Allure names files by chance.
    return (
      ours.find((one) => one.path === path)?.content ?? ours.map(({ content }) => String(content)).join('\n')
    )
  }
  const problems: string[] = []
  const label = held(JSON.stringify(report), () => JSON.stringify(withoutForeign(report)))
  if (label !== undefined)
    return `the report would hold ${label}: nothing was written. This is a fault of the suite`
  const artifacts = rendered(report).filter(({ path, content }) => {
    const label = held(content, () => ownOf(path))
    if (label === undefined) return true
    problems.push(`${path} would hold ${label}: it was not written. This is a fault of the suite`)
    return false
  })
  try {
    replace(out, artifacts, () => setAside(out))
  } catch (error) {
    throw error instanceof UsageError ? error : cantWrite(out, error)
  }
  return problems.length === 0 ? undefined : problems.join('\n')
}

/**
 * Writes files into a folder of reports, where all others stay.
 * @throws UsageError where the file system does not take them all; what was there is then still whole
 */
export function putArtifacts(out: string, artifacts: readonly Artifact[]): void {
  try {
    replace(out, artifacts, () => {})
  } catch (error) {
    throw error instanceof UsageError ? error : cantWrite(out, error)
  }
}

/** The report as it would be if the server and the declaration said nothing. */
const withoutForeign = (report: Report): Report => mapReport(report, { foreign: () => '', sent: () => '' })

/** Beside the old ones first: no reader finds half a report, whether the disk is full or another run writes here. */
function replace(out: string, artifacts: readonly Artifact[], makeRoom: () => void): void {
  const aside = mkdtempSync(join(out, '.new-'))
  const fresh = join(aside, 'fresh')
  try {
    mkdirSync(fresh)
    for (const artifact of artifacts) write(fresh, artifact)
    // Another run may have written here since this one began.
    makeRoom()
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
