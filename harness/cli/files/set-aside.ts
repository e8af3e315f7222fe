import { lstatSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../../subject/files/run-folder.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { attempt } from '../../wire/attempt.ts'
import { cantWrite, makeFolder } from './prepare-output.ts'

const suite = 'auth-api-conformance'

/**
 * The files that a run and `conformance report` write, each with a test that distinguishes it from someone else's file of
 * that name.
 */
const ours: Readonly<Record<string, (path: string) => boolean>> = {
  'report.json': holds(suite),
  'report.html': holds(suite),
  'report.md': holds('npx conformance'),
  'report.sarif': holds(suite),
  'report.har': holds(suite),
  'report.intoto.json': holds(suite),
  'failures.http': holds(suite),
  'junit.xml': holds(suite),
  'badge.json': holds('"label": "conformance of '),
  'badge.svg': holds('<title>conformance of '),
  'allure-results': (path) => {
    const results = readdirSync(path).filter((name) => name.endsWith('-result.json'))
    return results.length > 0 && results.every((name) => holds(suite)(join(path, name)))
  },
  'allure-report': (path) => holds('"reportName":"API conformance"')(join(path, 'index.html')),
}

/** While this file exists in `previous/`, the reports of an earlier run are still being moved there. */
const moving = '.moving'

/**
 * Moves the reports of an earlier run into `previous/` below their folder, so that no old file is taken for one of this run.
 * Deletes the former contents of `previous/`. Completes a move that was cut short; if another run is moving the reports,
 * leaves that to it. Leaves other files alone.
 * @throws UsageError if the file system does not allow it
 */
export function setAside(out: string): void {
  const names = makeRoom(out)
  if (names.length === 0) return
  const previous = join(out, 'previous')
  const mark = join(previous, moving)
  try {
    const begun = begins(mark)
    if (begun === 'elsewhere') return
    if (begun === 'anew') {
      // Checks again: another run may have moved everything in the meantime, and those files must stay.
      const left = oursIn(out)
      const older = left.length === 0 ? [] : oursIn(previous).filter((name) => !left.includes(name))
      for (const name of older) discard(join(previous, name))
    }
    for (const name of names) move(join(out, name), join(previous, name))
    release(mark)
  } catch (error) {
    throw error instanceof UsageError ? error : cantWrite(previous, error)
  }
}

/**
 * Creates `previous/` if there is something to move, but moves nothing yet.
 * @returns the names of what will be moved
 * @throws UsageError under the same conditions as `setAside`
 */
export function makeRoom(out: string): string[] {
  const names = oursIn(out)
  if (names.length === 0) return names
  const previous = join(out, 'previous')
  try {
    makeFolder(previous)
  } catch (error) {
    throw cantWrite(previous, error)
  }
  const strange = names.find((name) => isStranger(previous, name))
  if (strange === undefined) return names
  const path = join(previous, strange)
  throw new UsageError(
    `${path} was not written by a run, and would be replaced; move it, or give another --out`,
  )
}

const oursIn = (folder: string): string[] => Object.keys(ours).filter((name) => isOurs(folder, name))

const isOurs = (folder: string, name: string): boolean =>
  attempt(() => ours[name]?.(join(folder, name))) ?? false

function holds(text: string) {
  return (path: string): boolean => readFileSync(path).includes(text)
}

/**
 * Tells whether a new move begins, an interrupted one continues, or another process is moving. The mark is a folder named
 * after completion that contains the process id, so that no process finds it incomplete.
 */
function begins(mark: string): 'anew' | 'again' | 'elsewhere' {
  const own = mkdtempSync(`${mark}-`)
  writeFileSync(join(own, String(process.pid)), '')
  if (rename(own, mark) === undefined) return 'anew'
  remove(own)
  return isAtWork(mark) ? 'elsewhere' : 'again'
}

/** True if the process that set the mark still runs, or has just removed it. */
function isAtWork(mark: string): boolean {
  const pids = attempt(() => readdirSync(mark).map(Number))
  return pids === undefined || pids.some((pid) => pid !== process.pid && isRunning(pid))
}

/** Renames the mark before removing it, so that another process's mark is never removed. */
function release(mark: string): void {
  const own = mkdtempSync(`${mark}-`)
  rename(mark, own)
  remove(own)
}

/** A folder can only replace an empty one. If the source is gone, another run has moved it. */
function move(from: string, to: string): void {
  const failed = rename(from, to)
  if (failed === undefined || failed === 'ENOENT') return
  const older = mkdtempSync(`${to}-`)
  rename(to, join(older, 'it'))
  if (rename(from, to) === 'ENOENT') rename(join(older, 'it'), to)
  remove(older)
}

/** Renames a folder before removing it, so that no other run sees a part of it. */
function discard(path: string): void {
  const own = mkdtempSync(`${path}-`)
  rename(path, join(own, 'it'))
  remove(own)
}

/** @returns the error code if the source is gone or the target is occupied; undefined on success */
function rename(from: string, to: string): string | undefined {
  try {
    renameSync(from, to)
    return undefined
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(code)) return code
    throw error
  }
}

/** True for a file that no run has written. Looks again if another run has replaced it in the meantime. */
function isStranger(folder: string, name: string): boolean {
  const inode = () => lstatSync(join(folder, name), { throwIfNoEntry: false })?.ino
  for (;;) {
    const before = inode()
    if (before === undefined || isOurs(folder, name)) return false
    if (inode() === before) return true
  }
}

const remove = (path: string): void => rmSync(path, { recursive: true, force: true })
