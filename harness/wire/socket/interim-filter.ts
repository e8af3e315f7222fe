/**
 * Removes every interim answer from the beginning of an answer (RFC 9110, section 15.2): a server may send a 100 Continue
 * unasked, and undici treats it as the end of the connection.
 * @returns the rest of each chunk; nothing while the beginning may still be interim, and the held bytes with a later chunk
 */
export function createInterimFilter(): (chunk: Buffer) => Buffer {
  let held: Buffer | undefined = nothing
  return (chunk) => {
    if (!held) return chunk
    held = held === nothing ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      const begins = held.toString('latin1', 0, 'HTTP/1.1 100'.length)
      const end = held.indexOf('\r\n\r\n')
      const isInterim = interim.test(begins)
      if (isInterim && end >= 0) held = held.subarray(end + 4)
      else if ((isInterim && held.length < longest) || mayBecome(begins)) return nothing
      else {
        const rest = held
        held = undefined
        return rest
      }
    }
  }
}

const nothing = Buffer.alloc(0)
/** A 101 ends HTTP on its connection. */
const interim = /^HTTP\/1\.[01] 1(?:0[02-9]|[1-9]\d)/
/** Upper limit for an interim answer, in bytes. Anything longer is passed on unchanged. */
const longest = 64 * 1024

const mayBecome = (begins: string): boolean =>
  begins.length < 'HTTP/1.1 100'.length &&
  ['HTTP/1.1 1', 'HTTP/1.0 1'].some((whole) => whole.startsWith(begins.slice(0, whole.length)))
