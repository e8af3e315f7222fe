import { z } from 'zod'

/** Fields that the cases themselves set or leave out: one sent always would make them judge something else. */
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

/** Fields sent with every request. */
export const headers = z
  .record(z.string(), z.string().regex(fieldValue, 'must be one line of Latin-1 text').meta({ secret: true }))
  .default({})
  .superRefine((declared, context) => {
    for (const name of Object.keys(declared)) {
      const wrong = whatIsWrongWith(name)
      if (wrong !== undefined) context.addIssue({ code: 'custom', path: [name], message: wrong })
    }
  })
  .describe('Sent with every request, never signed unless listed.')

function whatIsWrongWith(name: string): string | undefined {
  if (!fieldName.test(name)) return 'is no header name'
  if (own.has(name.toLowerCase())) return 'is set by the cases and cannot be declared; remove it'
  return undefined
}
