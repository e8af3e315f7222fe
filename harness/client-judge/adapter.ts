import { jsonIn } from '../wire/shown/json-in.ts'
import type { Operation } from './operation.ts'
import type { Time } from './time.ts'

/** The result of an operation. */
export type Reply =
  | { kind: 'ok'; users?: unknown }
  | { kind: 'error'; error: string }
  | { kind: 'unsupported' }
  /** The client broke the protocol: it ended, stayed silent, or wrote something else. Late: its time was over, no more. */
  | { kind: 'fault'; fault: string; late?: true }

/** A client that performs one operation at a time. */
export interface Adapter {
  /** @param longerMs how much longer than other operations it may take */
  ask(operation: Operation, longerMs?: number): Promise<Reply>
  /** Closes its input, and ends it. */
  end(): Promise<void>
  /** Returns the last lines that it wrote to stderr. */
  said(): string
}

/** Starts a client with these variables, added to those it inherits. Only a client within this process can use our clock. */
export type StartAdapter = (env: Readonly<Record<string, string>>, time: Time) => Adapter

/** Parses a line of the protocol. Returns a fault for any other line. */
export function parseReply(line: string): Reply {
  const value = jsonIn(line)
  if (value === undefined)
    return {
      kind: 'fault',
      fault: `wrote a line that is not JSON (write each answer on one line, and anything else to stderr): ${quoted(line)}`,
    }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'fault', fault: `wrote a line that is not a JSON object: ${quoted(line)}` }
  const { ok, users, error, unsupported } = value as Record<string, unknown>
  if (unsupported === true) return { kind: 'unsupported' }
  if (ok === true) return users === undefined ? { kind: 'ok' } : { kind: 'ok', users }
  if (ok === false)
    return { kind: 'error', error: typeof error === 'string' ? error : (JSON.stringify(error) ?? '') }
  return { kind: 'fault', fault: `wrote a line without "ok": true or false: ${quoted(line)}` }
}

/** Says that the users of an ok are no list, if so. */
export function whyNoList(users: unknown): string | undefined {
  if (Array.isArray(users)) return undefined
  if (users === undefined) return '"users" is missing'
  return `"users" is ${users === null ? 'null' : typeof users === 'object' ? 'an object' : `a ${typeof users}`}, not a list`
}

const quoted = (line: string) => (line.length > 100 ? `${line.slice(0, 100)}…` : line)
