import { readWhole } from './read-whole.ts'

/**
 * Reads a text file, or one that is open, without its byte order mark. Rejects Latin-1 and UTF-16, because reading them as
 * UTF-8 would silently change a password.
 * @throws Error with the code of the file system, `larger than …` or `not in UTF-8`
 */
export function readUtf8(file: string | number, mostBytes?: number): string {
  const bytes = readWhole(file, mostBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw Object.assign(new Error('it is not in UTF-8; save it in that encoding'), { code: 'not in UTF-8' })
  }
}
