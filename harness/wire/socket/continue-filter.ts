/**
 * Removes every 100 Continue from the beginning of an answer (RFC 9110, section 15.2.1): a server may send one unasked, and
 * undici treats it as the end of the connection.
 * @returns the rest of each chunk; nothing while the beginning may still be a 100, and the held bytes with a later chunk
 */
export function createContinueFilter(): (chunk: Buffer) => Buffer {
  let held: Buffer | undefined = nothing
  return (chunk) => {
    if (!held) return chunk
    held = held === nothing ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      const begins = held.toString('latin1', 0, length)
      const end = held.indexOf('\r\n\r\n')
      const isContinue = /^HTTP\/1\.[01] 100/.test(begins)
      if (isContinue && end >= 0) held = held.subarray(end + 4)
      else if ((isContinue && held.length < longest) || (begins.length < length && mayBecome(begins))) {
        return nothing
      } else {
        const rest = held
        held = undefined
        return rest
      }
    }
  }
}

const nothing = Buffer.alloc(0)
const length = 'HTTP/1.1 100'.length
/** Upper limit for an interim answer, in bytes. Anything longer is passed on unchanged. */
const longest = 64 * 1024

const mayBecome = (begins: string): boolean =>
  ['HTTP/1.1 100', 'HTTP/1.0 100'].some((whole) => whole.startsWith(begins))
