import { readUtf8 } from '../../subject/files/read-utf8.ts'
import { UsageError } from '../../subject/subject-error.ts'

/**
 * Reads a text file named by the operator.
 * @param what begins the message: `--targets`
 * @param ifMissing ends the message if there is no such file
 * @throws UsageError if it can't be read
 */
export function readNamed(file: string, what: string, ifMissing = ''): string {
  try {
    return readUtf8(file)
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    const fix = code === 'ENOENT' ? ifMissing : ''
    throw new UsageError(`${what} ${file} can't be read: ${reasons[code] ?? message}${fix}`, { cause })
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'you have no permission to read it',
}
