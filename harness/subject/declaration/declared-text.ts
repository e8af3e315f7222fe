import { z } from 'zod'
import { longestTimerMs } from './longest-timer.ts'

export const text = z.string().min(1, 'must not be empty')

const hasNoNul = (value: string): boolean => !value.includes('\0')
const hasNul = 'contains a NUL character, which no command may; remove it'

export const shellCommand = text.refine(hasNoNul, hasNul)

/** The value of an environment variable. */
export const variable = z.string().refine(hasNoNul, hasNul)

/** A text that never appears in output. Can be written as `{ file: path }`. */
export const secret = z.string().min(1, 'must not be empty').meta({ secret: true })

const inOneLine = (value: string): boolean => !/\p{Cc}/u.test(value)
const notInOneLine =
  'contains a line end or another control character, which no header can carry; is there a second line in its file or variable?'

/** A text for a header field. A line break would start another field. */
export const headerText = text.refine(inOneLine, notInOneLine)

export const headerSecret = secret.refine(inOneLine, notInOneLine)

/** A part that may be `false`: the subject does not support it. */
export const orUnsupported = <T extends z.ZodType>(part: T) => z.union([part, z.literal(false)])

export const milliseconds = z.int().min(1).max(longestTimerMs)

const secondsPerUnit = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_557_600 } as const

/** A time span such as `48h`, converted to seconds. Units: s, m, h, d, y (365.25 days). */
export const duration = z
  .string()
  .regex(/^\d+(\.\d+)?[smhdy]$/, 'must be a number with a unit, s, m, h, d or y, for example 48h')
  .transform((span) => Number(span.slice(0, -1)) * secondsPerUnit[span.at(-1) as keyof typeof secondsPerUnit])

/** An http or https URL that contains no credentials. */
export const httpUrl = z
  .string({ error: 'must be a URL such as http://127.0.0.1:8080' })
  .superRefine((value, context) => {
    const wrong = whatIsWrongWithUrl(value)
    if (wrong !== undefined) context.addIssue({ code: 'custom', message: wrong })
  })

/** A URL to which paths can be appended. */
export const serverUrl = httpUrl.refine(
  (value) => !/[?#]/.test(value),
  'must end with its path: remove the query (?) or fragment (#)',
)

function whatIsWrongWithUrl(value: string): string | undefined {
  if (!/^https?:\/\//i.test(value))
    return `must start with http:// or https://, for example http://${afterScheme(value)}`
  if (!URL.canParse(value)) return 'is not a valid URL; write it like http://host:port/prefix'
  const url = new URL(value)
  if (/[^.]{64}/.test(url.hostname) || url.hostname.length > 254)
    return 'has a host name that is too long: DNS allows 63 characters between two dots, and 253 in all'
  if (url.username !== '' || url.password !== '') return 'must not carry a username or password'
  return undefined
}

const afterScheme = (value: string) =>
  /^[\w.:[\]/-]+$/.test(value) ? value.replace(/^[a-z]*:?\/+/i, '') || 'host:port' : 'host:port'
