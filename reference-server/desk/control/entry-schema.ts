import { count, instant, list, object, text, textOrNull, type Schema } from './control-route.ts'

const message = object({
  headers: list(object({ name: text('As it was sent.'), value: text('Masked.') })),
  body: {
    description: 'Masked; null where there was none, where it is neither JSON nor a form, or too long.',
  },
  bytes: { type: ['integer', 'null'], minimum: 0, description: 'Length of the body; null: not known.' },
})

const difference = object({
  line: count('From 1.'),
  column: count('From 1.'),
  given: textOrNull("The client's line; null: it has none."),
  built: textOrNull("The server's line; null: it has none."),
})

/** Why a signature was rejected. */
const explanation: Schema = object(
  {
    rule: text('The rule that rejected it.'),
    detail: text('What of the request broke it.'),
    signingString: text('As the server built it.'),
    firstDifference: difference,
  },
  ['detail', 'signingString', 'firstDifference'],
)

export const entrySchema: Schema = object({
  id: count('Counts from 1 since the start.'),
  at: instant("The server's time."),
  durationMs: { type: 'number', minimum: 0, description: 'Until the answer was made.' },
  method: text('As it was sent.'),
  target: text('As it was sent, but masked.'),
  operation: textOrNull('null: there is no such route.'),
  family: textOrNull('Path family.'),
  status: count('Of the answer.'),
  username: textOrNull('Whose credentials were accepted; null: none were.'),
  reason: textOrNull('Why none were.'),
  explanation: { anyOf: [explanation, { type: 'null' }] },
  changes: list(text('Name of a defect or variation that was on.')),
  request: message,
  answer: message,
})
