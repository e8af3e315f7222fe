import { header, type Header } from './exchange.ts'

/**
 * Makes the `traceparent` (W3C Trace Context, level 1) of each exchange, with a trace id of its own: by it an operator finds
 * the exchange in the server's log.
 * @param below gives a random whole number from 0 up to but not including its argument
 */
export function createTraceparents(below: (limit: number) => number): () => string {
  const hex = (digits: number) =>
    Array.from({ length: digits / 8 }, () =>
      below(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('')
  return () => `00-${hex(32)}-${hex(16)}-01`
}

/** The trace id that a request carries; undefined where it carries none. */
export const traceIdOf = (headers: readonly Header[]): string | undefined =>
  /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(header(headers, 'traceparent') ?? '')?.[1]

/** A text of an answer less the trace id of its request, which a server may put into each of its answers. */
export function withoutTraceId(text: string, headers: readonly Header[]): string {
  const id = traceIdOf(headers)
  return id === undefined ? text : text.replaceAll(id, '')
}
