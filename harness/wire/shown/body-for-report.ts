import { digestOf } from './cut.ts'
import { header, type Exchange } from '../exchange.ts'
import { jsonIn } from './json-in.ts'
import { bodyTextOf } from './readings.ts'
import { count } from './shortened.ts'
import { readLimit, shownBody } from './shown-body.ts'

/** Returns what a report shows of a response body: none of its content if bodies are hidden. */
export const bodyForReport = ({ response, hidesBody }: Exchange, limit?: number): string => {
  const type = header(response.headers, 'content-type')
  return hidesBody ? hiddenBody(response.body, type) : shownBody(response.body, type, limit)
}

/**
 * Returns kind, length and digest of a body: `‹JSON list of 12, 3,456 bytes, digest 1a2b3c4d›`. Equal digests in one report
 * mean equal bodies.
 */
export function hiddenBody(bytes: Uint8Array, contentType = ''): string {
  if (bytes.length === 0) return ''
  return `‹${kindOf(bytes, contentType)}, ${count(bytes.length)} bytes, digest ${digestOf(bytes)}›`
}

function kindOf(bytes: Uint8Array, contentType: string): string {
  const json = bytes.length <= readLimit ? jsonIn(bodyTextOf(bytes)) : undefined
  if (Array.isArray(json)) return `JSON list of ${count(json.length)}`
  if (typeof json === 'object' && json !== null) return `JSON object of ${count(Object.keys(json).length)}`
  if (json !== undefined || /json/i.test(contentType)) return 'JSON'
  return /html/i.test(contentType) ? 'HTML' : 'body'
}
