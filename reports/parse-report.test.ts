import { expect, test } from 'vitest'
import { withDigest, renderJson } from './json.ts'
import { parseReport } from './parse-report.ts'
import { createSampleReport } from './testing/sample-report.ts'

const text = String(renderJson(createSampleReport())[0]?.content)

test('what was written is read, interrupted or not', () => {
  expect(parseReport(text)).toEqual(withDigest(createSampleReport()))
  expect(parseReport(text.replace('"complete": true', '"complete": false')).complete).toBe(false)
})

test('fields that a later version adds are let through', () => {
  const later = text.replace('"notes"', '"later": { "x": [1] }, "notes"')
  expect(parseReport(later)).toMatchObject({ later: { x: [1] } })
})

test.each([
  ['cut off', text.slice(0, -20), 'it is not JSON, or is truncated'],
  [
    'without its last field',
    text.replace(/,\s*"complete": true/, ''),
    'its last field, complete, is missing',
  ],
  ['of another version', text.replace('"1.0"', '"2.0"'), 'schemaVersion "2.0"'],
  ['no report', '{}', 'no schemaVersion'],
  ['no object', 'null', 'no schemaVersion'],
  ['without requirements', '{"schemaVersion":"1.0","complete":true}', 'it is not a report: it lacks suite'],
  ['with another verdict', text.replace('"verdict": "pass"', '"verdict": "fine"'), /verdict must be one of/],
  ['with a number below the least', text.replace(/"runs": \d+/, '"runs": -1'), /: runs must be \d or more$/],
  [
    'with a text for a list',
    text.replace(/"notes": \[[^\]]*\]/, '"notes": "x"'),
    'notes must be of the type array',
  ],
  [
    'nested for ever',
    text.replace('"notes"', `"later": ${'['.repeat(9999)}${']'.repeat(9999)}, "notes"`),
    'deeply',
  ],
])('a report %s is rejected with the reason', (_, broken, reason) => {
  expect(() => parseReport(broken)).toThrow(reason)
})
