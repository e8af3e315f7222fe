import { z } from 'zod'
import { parts, type Part } from '../../wire/exchange.ts'

/** Fields that the cases themselves set or omit. If one were always sent, they would judge something else. */
const own = new Set([
  'accept',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'date',
  'expect',
  'host',
  'transfer-encoding',
])
const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

const value = z.string().regex(fieldValue, 'must be one line of Latin-1 text').meta({ secret: true })

/** Fields sent with every request, and groups of fields for single parts of the API. */
export const headers = z
  .record(z.string(), z.union([value, z.record(z.string(), value)]))
  .default({})
  .superRefine((declared, context) => {
    for (const [name, of] of Object.entries(declared)) {
      const isGroup = typeof of === 'object'
      const names = isGroup ? Object.keys(of).map((one) => [name, one]) : [[name]]
      if (isGroup && !isPart(name)) {
        const message = `is not a part that can have its own headers; these are: ${parts.join(', ')}`
        context.addIssue({ code: 'custom', path: [name], message })
      }
      for (const path of names) {
        const message = whatIsWrongWith(path.at(-1) ?? '')
        if (message !== undefined) context.addIssue({ code: 'custom', path, message })
      }
    }
  })
  .describe(
    'Headers for every request. Under login, list, session or pages: only for the requests of that part. Signed only if a signature lists them.',
  )

type Written = z.output<typeof headers>
type Fields = Record<string, string>
export type PartHeaders = Partial<Record<Part, Fields>>

const isPart = (name: string): name is Part => parts.some((part) => part === name)

/** Separates the fields for every request from those for each part. */
export function headersByPart(written: Written): { headers: Fields; partHeaders: PartHeaders } {
  const all: Fields = {}
  const partHeaders: PartHeaders = {}
  for (const [name, of] of Object.entries(written)) {
    if (typeof of === 'string') all[name] = of
    else if (isPart(name)) partHeaders[name] = of
  }
  return { headers: all, partHeaders }
}

function whatIsWrongWith(name: string): string | undefined {
  if (!fieldName.test(name)) return 'is not a header name'
  if (own.has(name.toLowerCase())) return 'is set by the cases and cannot be declared; remove it'
  return undefined
}

/** Lists every declared field, with its path below `headers`. */
export function namedHeaders(declared: { headers: Fields; partHeaders?: PartHeaders }) {
  const under = (above: string[], fields: Fields) =>
    Object.entries(fields).map(([name, own]) => ({ path: [...above, name], name, value: own }))
  const ofParts = Object.entries(declared.partHeaders ?? {})
  return [...under([], declared.headers), ...ofParts.flatMap(([part, fields]) => under([part], fields))]
}
