import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { renderInToto } from './in-toto.ts'
import { renderJson } from './json.ts'
import type { Report } from './report.ts'
import { createSampleReport } from './testing/sample-report.ts'

/** Statement v1 (in-toto/attestation, spec/v1/statement.md) with the predicate test-result v0.1. */
const digest = z.strictObject({ sha256: z.string().min(1) })
const statement = z.strictObject({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z
    .array(z.strictObject({ name: z.string(), digest, annotations: z.record(z.string(), z.string()) }))
    .min(1),
  predicateType: z.literal('https://in-toto.io/attestation/test-result/v0.1'),
  predicate: z.strictObject({
    result: z.enum(['PASSED', 'WARNED', 'FAILED']),
    configuration: z.array(
      z
        .strictObject({ name: z.string(), uri: z.string().optional(), digest: digest.optional() })
        .refine(({ uri, digest: one }) => uri !== undefined || one !== undefined),
    ),
    passedTests: z.array(z.string()),
    warnedTests: z.array(z.string()),
    failedTests: z.array(z.string()),
  }),
})

const render = (report: Report) => statement.parse(JSON.parse(String(renderInToto(report)[0]?.content)))

test('a Statement about report.json, to the byte', () => {
  const report = createSampleReport()
  const json = String(renderJson(report)[0]?.content)
  expect(render(report).subject).toEqual([
    {
      name: 'report.json',
      digest: { sha256: createHash('sha256').update(json).digest('hex') },
      annotations: { judged: 'http://127.0.0.1:8080' },
    },
  ])
})

test('rules by verdict, without those that do not apply', () => {
  const { passedTests, warnedTests, failedTests } = render(createSampleReport()).predicate
  expect(passedTests).toContain('login.json')
  expect(warnedTests).toContain('mfa.seed-of-another-account')
  expect(failedTests).toContain('mfa.seed-one-time')
  expect([...passedTests, ...warnedTests, ...failedTests]).not.toContain('session.cookie')
})

test.each<[string, Partial<Report>]>([
  ['FAILED', {}],
  ['FAILED', { conclusion: 'partial', complete: false }],
  ['WARNED', { conclusion: 'partial' }],
  ['WARNED', { conclusion: 'conformant' }],
  ['PASSED', { conclusion: 'conformant', requirements: [] }],
])('%s: %j', (result, more) => {
  expect(render({ ...createSampleReport(), ...more }).predicate.result).toBe(result)
})

test('a rule with skipped cases passes with a warning', () => {
  const passed = createSampleReport().requirements.filter(({ verdict }) => verdict === 'pass')
  const [first, ...others] = passed.map((one) => ({ ...one, skipped: [] }))
  const conclusion = 'conformant' as const
  const rendered = (requirements: Report['requirements']) =>
    render({ ...createSampleReport(), conclusion, requirements }).predicate
  expect(rendered([first!, ...others])).toMatchObject({ result: 'PASSED', warnedTests: [] })
  const skipped = [{ case: `${first!.id}/on-v1`, reason: 'limits: none left' }]
  const { result, passedTests, warnedTests } = rendered([{ ...first!, skipped }, ...others])
  expect([result, warnedTests]).toEqual(['WARNED', [first!.id]])
  expect(passedTests).not.toContain(first!.id)
})
