import { readFileSync } from 'node:fs'

/**
 * Reads a text file, without its byte order mark. Rejects Latin-1 and UTF-16, because reading them as UTF-8 would silently
 * change a password.
 * @throws Error with the code of the file system, or `not in UTF-8`
 */
export function readUtf8(path: string): string {
  const bytes = readFileSync(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw Object.assign(new Error(`${path} is not in UTF-8`), { code: 'not in UTF-8' })
  }
}
