import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../subject/subject-error.ts'
import { makeFolder, reasonOf } from './prepare-output.ts'

/**
 * Writes a file that the operator named; its folder is made where it is missing.
 * @param option what names another one, such as `--html`
 * @throws UsageError where the file system does not take it
 */
export function writeNamedFile(
  file: string,
  content: string | Uint8Array,
  option: string,
  flag: 'w' | 'wx' = 'w',
): void {
  try {
    makeFolder(dirname(resolve(file)))
    writeFileSync(file, content, { flag })
  } catch (error) {
    throw cantWriteNamed(file, option, error)
  }
}

/** @throws UsageError where the name of a file that will hold YAML is that of another format */
export function checkYamlName(file: string, option: string): void {
  if (/\.(?:json|toml)$/i.test(file))
    throw new UsageError(`${file} would hold YAML; give ${option} a name that ends in .yaml`)
}

/** Looks, before any work is done for it, whether a file could be written. @throws UsageError where it could not */
export function checkNamedFile(file: string, option: string): void {
  let folder = dirname(resolve(file))
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    // With a dot behind it a file is none: ENOTDIR.
    accessSync(`${folder}/.`, constants.W_OK)
  } catch (error) {
    throw cantWriteNamed(file, option, error)
  }
}

/** What the file system said of a file that the operator named. */
export function cantWriteNamed(file: string, option: string, cause: unknown): UsageError {
  const { code } = cause as NodeJS.ErrnoException
  const reason = code === 'EISDIR' ? 'it is a folder' : reasonOf(code === 'EEXIST' ? 'ENOTDIR' : code)
  return new UsageError(`can't write ${file}: ${reason}. Give another file with ${option}`, { cause })
}
