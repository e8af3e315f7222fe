import { closeSync, openSync, readSync } from 'node:fs'

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
