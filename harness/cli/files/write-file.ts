import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../../subject/subject-error.ts'
import { attempt } from '../../wire/attempt.ts'
import { makeFolder, reasonOf } from './prepare-output.ts'

/**
 * Writes a file named by the operator; creates its folder if it is missing.
 * @param option the option that names the file, such as `--html`
 * @throws UsageError if the file system does not accept it
 */
export function writeNamedFile(
  file: string,
  content: string | Uint8Array,
  option: string,
  flag: 'w' | 'wx' = 'w',
): void {
  try {
    makeFolder(dirname(resolve(file)))
    if (flag === 'w' && existsSync(file)) replace(realpathSync(file), content)
    else writeFileSync(file, content, { flag })
  } catch (error) {
    throw cantWriteNamed(file, option, error)
  }
}

/**
 * Replaces a file in one step, so that a full disk or a signal leaves the old one as it was: people write into a baseline.
 * Writes into the file itself if it is a device, or nothing can be created beside it.
 */
function replace(file: string, content: string | Uint8Array): void {
  accessSync(file, constants.W_OK)
  const stat = statSync(file)
  const canCreate = attempt(() => accessSync(dirname(file), constants.W_OK) === undefined, false)
  if (!stat.isFile() || !canCreate) return writeFileSync(file, content)
  const beside = `${file}.${process.pid}.new`
  try {
    writeFileSync(beside, content, { mode: stat.mode })
    chmodSync(beside, stat.mode)
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** @throws UsageError if a file that will hold YAML is named like another format */
export function checkYamlName(file: string, option: string): void {
  if (/\.(?:json|toml)$/i.test(file))
    throw new UsageError(`${file} would contain YAML; give ${option} a name that ends in .yaml`)
}

/** Checks in advance whether a file can be written. @throws UsageError if it can't */
export function checkNamedFile(file: string, option: string): void {
  let folder = dirname(resolve(file))
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    // With a dot appended, a file gives ENOTDIR.
    accessSync(`${folder}/.`, constants.W_OK)
  } catch (error) {
    throw cantWriteNamed(file, option, error)
  }
}

/**
 * Checks in advance that writing a file destroys nothing but what an earlier run wrote there: `diff --html a.json b.json c.json`
 * names a report.
 * @param mark a text in each file that the option writes
 * @throws UsageError if it holds anything else
 */
export function checkReplaceable(file: string, option: string, mark: string): void {
  const stat = attempt(() => statSync(file))
  if (!stat?.isFile() || stat.size === 0) return
  if (attempt(() => readFileSync(file).includes(mark), false)) return
  throw new UsageError(
    `${file} was not written by ${option}, and would be replaced; move it, or give another file with ${option}`,
  )
}

/** Explains an error of the file system about a file named by the operator. */
export function cantWriteNamed(file: string, option: string, cause: unknown): UsageError {
  const { code } = cause as NodeJS.ErrnoException
  const reason = code === 'EISDIR' ? 'it is a folder' : reasonOf(code === 'EEXIST' ? 'ENOTDIR' : code)
  return new UsageError(`can't write ${file}: ${reason}. Give another file with ${option}`, { cause })
}
