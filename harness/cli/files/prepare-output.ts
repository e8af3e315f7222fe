import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { formats as known, usualFormats, type Format } from '../../../reports/formats.ts'
import type { Shard } from '../../../reports/report.ts'
import { unknownWord } from '../../subject/closest-word.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { attempt } from '../../wire/attempt.ts'

/** @throws UsageError if a word is not a format */
export function chooseFormats(words: readonly string[]): Format[] {
  const unknown = words.find((word) => !known.includes(word as Format))
  if (unknown !== undefined)
    throw unknownWord('--format: there is no format', unknown, known, `it takes ${known.join(', ')}`)
  return words.length === 0 ? [...usualFormats] : (words as Format[])
}

/** Folder for the reports of whole runs. */
export const usualFolder = 'conformance-report'
/** The report of the last whole run. `replay`, `--failed`, `--watch` and `--shard` use it by default. */
export const lastReport = join(usualFolder, 'report.json')
/** Folder for the reports of some of the cases: they must not be taken for a whole run. */
export const partialFolder = join(usualFolder, 'partial')

/** Returns the folder for a shard's reports, next to those of the other shards. */
export const shardFolder = ({ index, count }: Shard): string =>
  join(usualFolder, `shard-${index}-of-${count}`)

/** @throws UsageError if nothing can be written there */
export function prepareFolder(out: string): void {
  try {
    makeFolder(resolve(out))
    accessSync(out, constants.W_OK)
  } catch (error) {
    throw cantWrite(out, error)
  }
}

/** Explains an error of the file system to the operator. */
export function cantWrite(out: string, cause: unknown): UsageError {
  const reason = reasonOf((cause as NodeJS.ErrnoException).code)
  return new UsageError(`can't write reports to ${out}: ${reason}. Give another folder with --out`, { cause })
}

/** Describes an error code of the file system in words. */
export const reasonOf = (code = 'unknown reason'): string => reasons[code] ?? code

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'a folder has the name of a report',
  EEXIST: 'it is a file, or a link to nothing, and not a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EACCES: 'you have no permission to write to it',
  EPERM: 'you have no permission to write to it',
  EROFS: 'the file system is read-only',
  ENOENT: 'no folder can be created there',
  ENOSPC: 'the disk is full',
  ELOOP: 'a link in the path leads back to itself',
  ENAMETOOLONG: 'the name is too long',
  EPIPE: 'its reader is gone',
}

/** Creates one level after the other: with `recursive`, Node never returns if a folder accepts no files, such as /proc. */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** True if the path is a folder; false if a part of it is a file, or a link that leads back to itself. */
export const isFolder = (path: string): boolean => attempt(() => statSync(path).isDirectory(), false)
