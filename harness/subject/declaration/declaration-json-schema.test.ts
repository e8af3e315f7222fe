import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { declarationJsonSchema } from './declaration-json-schema.ts'

const fixtures = new URL('../../../fixtures/', import.meta.url)
const bundled = parse(readFileSync(new URL('default.conformance.yaml', fixtures), 'utf8'))

test('the published schema is the one of the code; `vitest run -u` rewrites it', async () => {
  const schema = `${JSON.stringify(declarationJsonSchema(), null, 2)}\n`

  await expect(schema).toMatchFileSnapshot('../../../fixtures/conformance.schema.json')
})

test('it accepts the bundled declaration, and a secret from a file', () => {
  const validate = new Ajv2020({ strict: false }).compile(declarationJsonSchema())

  expect(validate(bundled), JSON.stringify(validate.errors)).toBe(true)
  const plain = { username: 'ada', password: { file: 'ada.txt' } }
  expect(validate({ ...bundled, accounts: { plain } }), JSON.stringify(validate.errors)).toBe(true)
})

test('it rejects an unknown field and a wrong type', () => {
  const validate = new Ajv2020({ strict: false }).compile(declarationJsonSchema())

  expect(validate({ ...bundled, acounts: {} })).toBe(false)
  expect(validate({ ...bundled, serverVersion: 2.1 })).toBe(false)
})

test('every field is described', () => {
  const undescribed: string[] = []
  visit(declarationJsonSchema(), '', undescribed)

  expect(undescribed).toEqual([])
})

function visit(node: unknown, path: string, undescribed: string[]): void {
  const { properties = {}, anyOf = [], oneOf = [], items } = node as Record<string, never>
  for (const [name, field] of Object.entries(properties) as [string, { description?: string }][]) {
    if (!hasDescription(field)) undescribed.push(`${path}.${name}`)
    visit(field, `${path}.${name}`, undescribed)
  }
  for (const branch of [...(anyOf as unknown[]), ...(oneOf as unknown[])]) visit(branch, path, undescribed)
  if (items) visit(items, `${path}[]`, undescribed)
}

const hasDescription = (field: { description?: string }) => (field.description ?? '') !== ''
