import { readWhole } from './read-whole.ts'

/**
 * Reads a text file, without its byte order mark. Rejects Latin-1 and UTF-16, because reading them as UTF-8 would silently
 * change a password.
 * @throws Error with the code of the file system, `larger than …` or `not in UTF-8`
 */
export function readUtf8(path: string, mostBytes?: number): string {
  const bytes = readWhole(path, mostBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw Object.assign(new Error(`${path} is not in UTF-8`), { code: 'not in UTF-8' })
  }
}
