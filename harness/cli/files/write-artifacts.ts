import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renderers, type Format } from '../../../reports/index.ts'
import type { Artifact, Report } from '../../../reports/report.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { mapReport } from '../../verdicts/foreign-texts.ts'
import type { Secrets } from '../../wire/shown/masking.ts'
import { cantWrite } from './prepare-output.ts'
import { setAside } from './set-aside.ts'

/**
 * Writes the report in every format. Foreign text is already masked. If a secret is left nevertheless, nothing is written,
 * or that format is not. Searches the report first, because each format escapes text differently, and then the formats,
 * because they are what is shared.
 * @returns what went wrong, for the operator
 * @throws UsageError if the file system rejects the files; those of an earlier run are then still complete
 */
export function writeArtifacts(
  report: Report,
  { out, formats, secrets }: { out: string; formats: readonly string[]; secrets: Pick<Secrets, 'findIn'> },
): string | undefined {
  const rendered = (of: Report) => formats.flatMap((format) => renderers[format as Format](of))
  /**
   * Returns the label of a secret found in foreign text. Compares with a report without foreign text, made only on a match:
   * the match may be a format's own word, otherwise it is our fault.
   */
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
    // Allure chooses random file names.
    return (
      ours.find((one) => one.path === path)?.content ?? ours.map(({ content }) => String(content)).join('\n')
    )
  }
  const problems: string[] = []
  const label = held(JSON.stringify(report), () => JSON.stringify(withoutForeign(report)))
  if (label !== undefined)
    return `the report would contain ${label}, so nothing was written. This is a fault of the suite; please report it`
  const artifacts = rendered(report).filter(({ path, content }) => {
    const label = held(content, () => ownOf(path))
    if (label === undefined) return true
    problems.push(
      `${path} would contain ${label}, so it was not written. This is a fault of the suite; please report it`,
    )
    return false
  })
  try {
    putArtifacts(out, artifacts, () => setAside(out))
  } catch (error) {
    if (problems.length === 0) throw error
    problems.push((error as UsageError).message)
  }
  return problems.length === 0 ? undefined : problems.join('\n')
}

/**
 * Writes files into a folder of reports and keeps all others.
 * @param makeRoom is called before the first file is replaced
 * @throws UsageError if the file system does not accept them all; the former files are then still complete
 */
export function putArtifacts(out: string, artifacts: readonly Artifact[], makeRoom = () => {}): void {
  try {
    replace(out, artifacts, makeRoom)
  } catch (error) {
    throw error instanceof UsageError ? error : cantWrite(out, error)
  }
}

/** Returns the report as if the server and the declaration had said nothing. */
const withoutForeign = (report: Report): Report => mapReport(report, { foreign: () => '', sent: () => '' })

/**
 * Writes the new files next to the old ones first, so that no reader finds half a report if the disk is full or another run
 * writes here.
 */
function replace(out: string, artifacts: readonly Artifact[], makeRoom: () => void): void {
  const aside = mkdtempSync(join(out, '.new-'))
  const fresh = join(aside, 'fresh')
  try {
    mkdirSync(fresh)
    for (const artifact of artifacts) write(fresh, artifact)
    // Another run may have written here since this run began.
    makeRoom()
    for (const name of readdirSync(fresh)) move(join(fresh, name), join(out, name), aside)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Moves a folder. It can only replace an empty one, and another run may have put its own there in the meantime. */
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

/** Moves a folder away in one step; another run could interfere with removing its files one by one. */
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
