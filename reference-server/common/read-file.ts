import { closeSync, openSync, readSync } from 'node:fs'

/**
 * Reads a file no further than it may be long, because a device may have no end.
 * @param mostMegabytes as a default, far more than a certificate or a token has
 * @throws Error with the reason
 */
export function readFile(path: string, mostMegabytes = 1): Buffer {
  const most = mostMegabytes * 2 ** 20
  const file = openSync(path, 'r')
  try {
    const parts: Buffer[] = []
    for (let length = 0; length <= most;) {
      const part = Buffer.alloc(2 ** 20)
      const read = readSync(file, part)
      if (read === 0) return Buffer.concat(parts)
      parts.push(part.subarray(0, read))
      length += read
    }
    throw new Error(`it is larger than ${mostMegabytes} MiB`)
  } finally {
    closeSync(file)
  }
}
