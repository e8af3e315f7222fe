import { attempt } from '../../common/attempt.ts'
import { isoTime } from '../../common/clock.ts'
import type { Entry } from './entry.ts'
import { maskFields, maskHeader, maskTarget, secretsOf } from './mask.ts'

interface Header {
  name: string
  value: string
}

/**
 * Returns an entry without secrets, as the control port shows it (`entry-schema.ts`). `scrub` removes the secrets known
 * to the server from a text; secrets of the request itself are always removed from its answer.
 */
export function showEntry(entry: Entry, scrub: (text: string) => string) {
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
    explanation: entry.explanation ? cleaned(entry.explanation, clean) : null,
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

/** Decodes the target only if an escape hid a secret. */
function showTarget(target: string, scrub: (text: string) => string): string {
  const plain = scrub(target)
  const decoded = attempt(() => decodeURIComponent(plain), plain)
  return scrub(decoded) === decoded ? plain : scrub(decoded)
}

const header =
  (clean: (text: string) => string) =>
  ({ name, value }: Header): Header => ({ name, value: clean(maskHeader(name, value)) })

const pairs = (headers: readonly string[]): Header[] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? { name, value: headers[at + 1] ?? '' } : []))

/** Returns null for anything but JSON: text for people may contain anything. */
const json = (text = ''): unknown => attempt(() => JSON.parse(text) as unknown, null)

/** Removes the explanation, which the entry shows separately. */
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
