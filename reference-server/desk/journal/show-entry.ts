import { isoTime } from '../../server/clock.ts'
import type { Entry } from './entry.ts'
import { maskFields, maskHeader, maskTarget, secretsOf } from './mask.ts'

/** An entry without a secret, as the control port gives it. */
export interface ShownEntry {
  id: number
  /** The server's time, ISO 8601. */
  at: string
  durationMs: number
  method: string
  target: string
  operation: string | null
  family: string | null
  status: number
  /** Whose credentials were accepted; null: none were. */
  username: string | null
  /** Why none were. */
  reason: string | null
  explanation: Entry['explanation'] | null
  /** Defects and variations that were on. */
  changes: readonly string[]
  request: Message
  answer: Message
}

interface Header {
  name: string
  value: string
}

interface Message {
  headers: Header[]
  /** Null: there was none, it is no JSON or form, or it is too long to be kept. */
  body: unknown
  /** Null: not known. */
  bytes: number | null
}

/** `scrub` takes what secrets the server knows out of a text; those of the request itself are taken out of its answer in any case. */
export function showEntry(entry: Entry, scrub: (text: string) => string): ShownEntry {
  const own = secretsOf(entry.requestHeaders, entry.requestBody)
  const clean = (text: string) => own.reduce((shown, secret) => shown.replaceAll(secret, '***'), scrub(text))
  return {
    id: entry.id,
    at: isoTime(entry.at),
    durationMs: entry.durationMs,
    method: entry.method,
    target: showTarget(maskTarget(entry.target), scrub),
    operation: entry.operation ?? null,
    family: entry.family ?? null,
    status: entry.status,
    username: entry.username ?? null,
    reason: entry.reason === undefined ? null : clean(entry.reason),
    explanation: entry.explanation ? (cleaned(entry.explanation, clean) as Entry['explanation']) : null,
    changes: entry.changes,
    request: {
      headers: pairs(entry.requestHeaders).map(header(scrub)),
      body: entry.requestBody === undefined ? null : cleaned(maskFields(entry.requestBody), scrub),
      bytes: entry.requestBytes ?? null,
    },
    answer: {
      headers: Object.entries(entry.answerHeaders)
        .flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: String(one) })))
        .map(header(clean)),
      body: cleaned(maskFields(withoutExplanation(json(entry.answerBody))), clean),
      bytes: entry.answerBytes,
    },
  }
}

/** Decoded only where an escape hid a secret. */
function showTarget(target: string, scrub: (text: string) => string): string {
  const plain = scrub(target)
  try {
    const decoded = decodeURIComponent(plain)
    return scrub(decoded) === decoded ? plain : scrub(decoded)
  } catch {
    return plain
  }
}

const header =
  (clean: (text: string) => string) =>
  ({ name, value }: Header): Header => ({ name, value: clean(maskHeader(name, value)) })

const pairs = (headers: readonly string[]): Header[] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? { name, value: headers[at + 1] ?? '' } : []))

/** Null for what is no JSON: text for people may hold anything. */
function json(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** The entry shows it beside the answer. */
function withoutExplanation(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('explanation' in body)) return body
  const { explanation: _, ...rest } = body
  return rest
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [clean(name), cleaned(inner, clean)]),
  )
}
