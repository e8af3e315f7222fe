import { closeSync, openSync, readSync } from 'node:fs'

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
    throw Object.assign(new Error(`it is ${notUtf8}; ${saveAsUtf8}`), { code: notUtf8 })
  }
}

const notUtf8 = 'not in UTF-8'
const saveAsUtf8 = 'save it in that encoding'

/** Says why a file could not be read, and what to do: `fix`, unless it is the encoding. */
export function cannotBeRead(error: unknown, fix: string): string {
  const { code } = error as NodeJS.ErrnoException
  return `cannot be read (${code}); ${code === notUtf8 ? saveAsUtf8 : fix}`
}

/**
 * Reads a file, or one that is open, in parts: neither a pipe nor a device tells its length in advance, and a device may
 * have no end.
 * @param mostBytes as a default, far more than people write into one file
 * @throws Error with the code of the file system, or `larger than …`
 */
export function readWhole(file: string | number, mostBytes = 2 ** 20): Buffer {
  const opened = typeof file === 'number' ? file : openSync(file, 'r')
  try {
    const parts: Buffer[] = []
    for (let length = 0; ;) {
      const part = Buffer.alloc(Math.min(2 ** 20, mostBytes + 1))
      const read = readSync(opened, part)
      if (read === 0) return Buffer.concat(parts)
      length += read
      if (length > mostBytes) throw larger(mostBytes)
      parts.push(part.subarray(0, read))
    }
  } finally {
    if (opened !== file) closeSync(opened)
  }
}

function larger(bytes: number): Error {
  const code = `larger than ${bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`}`
  return Object.assign(new Error(`it is ${code}`), { code })
}
