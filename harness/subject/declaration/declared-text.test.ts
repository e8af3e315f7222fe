import { expect, test } from 'vitest'
import { declarationSchema } from './declaration-schema.ts'

test.for<[field: string, declared: object]>([
  ['start.command', { start: { command: 'a\0' } }],
  ['start.env.A', { start: { command: 'a', env: { A: '\0' } } }],
  ['clock.advance', { clock: { kind: 'command', advance: 'a {seconds}\0' } }],
  ['session.command', { session: { command: '\0' } }],
  ['privateTokens.operator.create', { privateTokens: { operator: { create: '\0' } } }],
])('what the system hands on to no program is rejected before anything is run: %s', ([field, declared]) => {
  const { error } = declarationSchema.safeParse(declared)
  expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    `${field}: contains a NUL character, which no command may; remove it`,
  ])
})
