import type { PathFamily } from './choices.ts'

export type Operation =
  | 'login'
  | 'second-step'
  | 'list'
  | 'login-page'
  | 'web-login'
  | 'home'
  | 'log-out'
  | 'reference-page'
  | 'reference-asset'

/** What the domain may know about one request. It is the last argument of every service that judges something. */
export interface Call {
  operation: Operation
  /** Undefined outside the two path families: for the web login and the reference page. */
  family: PathFamily | undefined
  encoding: 'json' | 'form' | 'none'
  method: string
  /** The request target exactly as it was sent, never decoded. */
  target: string
  /** Names and values in turn, as on the wire: `[name, value, name, value, …]`. */
  rawHeaders: readonly string[]
  body: unknown
  /** The same object for each request of one connection. */
  connection: object
}

/** Returns every value sent under `name` (lower case), in order, without outer spaces and tabs. */
export function headerValues(call: Call, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < call.rawHeaders.length; at += 2) {
    const sent = call.rawHeaders[at] ?? ''
    // Compares the length first, since every request asks for several names.
    if (sent.length === name.length && sent.toLowerCase() === name)
      values.push(trimmed(call.rawHeaders[at + 1] ?? ''))
  }
  return values
}

/** Returns the value of a cookie; undefined if it was not sent, or was sent twice with different values. */
export function cookieValue(call: Call, name: string): string | undefined {
  let found: string | undefined
  for (const line of headerValues(call, 'cookie')) {
    for (const pair of line.split(';')) {
      const text = pair.trim()
      if (!text.startsWith(`${name}=`)) continue
      const value = text.slice(name.length + 1)
      if (found !== undefined && found !== value) return undefined
      found = value
    }
  }
  return found
}

const isSpace = (character: string | undefined) => character === ' ' || character === '\t'

/** Node has trimmed most values: one without an outer space needs no search. */
const trimmed = (value: string) =>
  isSpace(value[0]) || isSpace(value.at(-1)) ? value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '') : value
