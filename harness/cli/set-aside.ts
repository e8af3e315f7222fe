import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../subject/run-folder.ts'
import { UsageError } from '../subject/subject-error.ts'
import { cantWrite } from './prepare-output.ts'

const suite = 'auth-api-conformance'

/** What a run and `conformance report` write, each with a text that tells it from a stranger's file of the same name. */
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
 * Moves what an earlier run left in a folder of reports into `previous/` below it, so that no old file passes for one of
 * this run. What `previous/` held before is removed; where a move was cut short, the rest is added; where
 * another run is at it, that one does it. Other files are left alone.
 * @throws UsageError where the file system does not allow it
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
      // Looked at again: another run may have moved all in the meantime, and what it moved stays.
      const left = oursIn(out)
      const older = left.length === 0 ? [] : oursIn(previous).filter((name) => !left.includes(name))
      for (const name of older) remove(join(previous, name))
    }
    for (const name of names) move(join(out, name), join(previous, name))
    release(mark)
  } catch (error) {
    throw error instanceof UsageError ? error : cantWrite(previous, error)
  }
}

/**
 * Makes `previous/` where something is to move there, and moves nothing yet.
 * @returns the names of what is to move
 * @throws UsageError where `setAside` would
 */
export function makeRoom(out: string): string[] {
  const names = oursIn(out)
  if (names.length === 0) return names
  const previous = join(out, 'previous')
  try {
    if (!isFolder(previous)) mkdirSync(previous)
  } catch (error) {
    throw cantWrite(previous, error)
  }
  const known = oursIn(previous)
  for (const name of names) if (!known.includes(name)) refuseStranger(join(previous, name))
  return names
}

function oursIn(folder: string): string[] {
  return Object.keys(ours).filter((name) => isOurs(folder, name))
}

function isOurs(folder: string, name: string): boolean {
  try {
    return ours[name]?.(join(folder, name)) ?? false
  } catch {
    return false
  }
}

function holds(text: string) {
  return (path: string): boolean => readFileSync(path).includes(text)
}

/**
 * Whether a move begins, one that was cut short goes on, or another process is at it. The mark is a folder that holds
 * the process's number; it gets its name when it is whole, so nobody ever finds it half made.
 */
function begins(mark: string): 'anew' | 'again' | 'elsewhere' {
  const own = mkdtempSync(`${mark}-`)
  writeFileSync(join(own, String(process.pid)), '')
  if (rename(own, mark) === undefined) return 'anew'
  remove(own)
  return isAtWork(mark) ? 'elsewhere' : 'again'
}

/** Whether the process that set the mark still runs, or has just removed it. */
function isAtWork(mark: string): boolean {
  try {
    return readdirSync(mark).some((name) => Number(name) !== process.pid && isRunning(Number(name)))
  } catch {
    return true
  }
}

/** The mark loses its name first, so that none of another process is removed with it. */
function release(mark: string): void {
  const own = mkdtempSync(`${mark}-`)
  rename(mark, own)
  remove(own)
}

/** A folder takes the place of an empty one alone. What is not there any more, another run has moved. */
function move(from: string, to: string): void {
  const failed = rename(from, to)
  if (failed === undefined || failed === 'ENOENT') return
  const older = mkdtempSync(`${to}-`)
  rename(to, join(older, 'it'))
  if (rename(from, to) === 'ENOENT') rename(join(older, 'it'), to)
  remove(older)
}

/** @returns the code of what stood in the way, where that is no fault */
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

/** @throws UsageError where there is a file that no run has left */
function refuseStranger(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return
  throw new UsageError(`${path} was left by no run and would be replaced; move it, or give another --out`)
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
const remove = (path: string): void => rmSync(path, { recursive: true, force: true })
