import { validateXML } from 'xmllint-wasm'
import { expect, test } from 'vitest'
import { renderBadge } from './badge.ts'
import type { Report } from './report.ts'
import { createSampleReport } from './testing/sample-report.ts'

const badge = (more: Partial<Report> = {}) => {
  const [svg, json] = renderBadge({ ...createSampleReport(), ...more }).map(({ content }) => String(content))
  return { svg: svg ?? '', json: JSON.parse(json ?? '') as { message: string; color: string } }
}

test.for<[Partial<Report>, RegExp, string]>([
  [{}, /^\d+ rules broken$/, 'b3261e'],
  [{ conclusion: 'partial' }, /^partial, \d+ of \d+ rules$/, '8a5a00'],
  [{ conclusion: 'conformant' }, /^conformant, \d+ rules?$/, '2e7031'],
  [{ conclusion: 'conformant', complete: false }, /^interrupted$/, '616161'],
])('for %j it says so', ([more, message, color]) => {
  const { svg, json } = badge(more)
  expect(json).toEqual({
    schemaVersion: 1,
    label: 'conformance of 127.0.0.1:8080',
    message: expect.stringMatching(message),
    color,
  })
  expect(svg).toContain(`>${json.message}</text>`)
  expect(svg).toContain(`fill="#${color}"`)
})

test('a conformant badge says that the limits left cases out', () => {
  const { requirements } = createSampleReport()
  const skipped = [{ case: 'login.json/on-v1', reason: 'limits: none left' }]
  const all = {
    conclusion: 'conformant' as const,
    requirements: requirements.map((one) => ({ ...one, skipped: [] })),
  }
  expect(badge(all).json.message).not.toContain('skipped')
  const [first, ...others] = all.requirements
  const less = badge({ ...all, requirements: [{ ...first!, skipped }, ...others] })
  expect(less.json.message).toMatch(/^conformant, \d+ rules?, 1 case skipped$/)
})

test('both name the subject, whatever the address looks like', () => {
  const { subject } = createSampleReport()
  const of = (baseUrl: string) => badge({ subject: { ...subject, baseUrl } })
  expect(of('https://api.example.com/prefix/').json).toMatchObject({
    label: 'conformance of api.example.com/prefix',
  })
  expect(of('http://a"<b>&c').svg).toMatch(
    /aria-label="conformance of a&quot;&lt;b&gt;&amp;c: .*<title>conformance of a&quot;/s,
  )
})

const anything =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg"><xs:element name="svg"/></xs:schema>'

test('the picture is XML, and takes nothing from elsewhere', async () => {
  const { svg } = badge()
  const faults = async (contents: string) => {
    const xml = [{ fileName: 'badge.svg', contents }]
    return (await validateXML({ xml, schema: anything })).errors
  }
  expect(await faults(svg)).toEqual([])
  expect(await faults(svg.replace('</title>', ''))).not.toEqual([])
  expect(svg).not.toMatch(/href|url\((?!#)|<script|<image|<style/)
})
