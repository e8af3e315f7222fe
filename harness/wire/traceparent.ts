import { header, type Header } from './exchange.ts'

/**
 * Creates the `traceparent` (W3C Trace Context, level 1) of each exchange, with a unique trace id by which an operator can
 * find the exchange in the server's log.
 * @param below returns a random integer from 0 up to but not including its argument
 */
export function createTraceparents(below: (limit: number) => number): () => string {
  const bytes = Buffer.alloc(24)
  return () => {
    for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32BE(below(2 ** 32), at)
    return `00-${bytes.toString('hex', 0, 16)}-${bytes.toString('hex', 16)}-01`
  }
}

/** Returns the trace id of a request; undefined if it has none. */
export const traceIdOf = (headers: readonly Header[]): string | undefined =>
  /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(header(headers, 'traceparent') ?? '')?.[1]

/** Removes the trace id of the request from a text of its answer: a server may put it into every answer. */
export function withoutTraceId(text: string, headers: readonly Header[]): string {
  const id = traceIdOf(headers)
  return id === undefined ? text : text.replaceAll(id, '')
}
