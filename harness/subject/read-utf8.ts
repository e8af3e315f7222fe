import { readFileSync } from 'node:fs'

/**
 * The text of a file, less a byte order mark. Bytes of Latin-1 or UTF-16 are rejected: read as something else they would
 * change a password unseen.
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
