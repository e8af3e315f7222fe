import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { withDigest, renderJson } from './json.ts'
import type { Report } from './report.ts'
import { createSampleReport } from './testing/sample-report.ts'

const schema = JSON.parse(readFileSync(new URL('./report.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
addFormats.default(ajv)
const validate = ajv.compile(schema)

const written = (report: Report): string => String(renderJson(report)[0]?.content)

test('report.json keeps the schema and says the same as the report', () => {
  const report = createSampleReport()
  const read = JSON.parse(written(report))
  expect(validate(read), JSON.stringify(validate.errors)).toBe(true)
  expect(read).toEqual(withDigest(report))
})

test('complete is the last field, wherever the report had it', () => {
  const { complete, ...rest } = createSampleReport()
  const text = written({ complete, ...rest })
  expect(Object.keys(JSON.parse(text)).at(-1)).toBe('complete')
  expect(text).toMatch(/"complete": true\n\}\n$/)
})

test('the schema rejects a truncated, a misspelt and an extended report', () => {
  const { complete: _, ...cut } = createSampleReport()
  expect(validate(cut)).toBe(false)
  expect(validate({ ...createSampleReport(), conclusion: 'fine' })).toBe(false)
  expect(validate({ ...createSampleReport(), secret: 'x' })).toBe(false)
})
