import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi, type TestContext } from 'vitest'
import type { Report, ReportedCase } from '../../../reports/report.ts'
import { createSampleReport } from '../../../reports/testing/sample-report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { createWatchMemory } from './watch-memory.ts'

type Cases = Record<string, Pick<ReportedCase, 'verdict' | 'message'> & Partial<ReportedCase>>
const fail = { verdict: 'fail', message: 'expected a rejection, but a token came' } as const
const cut = { verdict: 'inconclusive', message: 'closed the connection' } as const
const pass = { verdict: 'pass', message: '' } as const

/** A report of these cases; the part of an id before the slash is its rule. */
function reportOf(cases: Cases): Report {
  const sample = createSampleReport()
  const [rule] = sample.requirements
  const [one] = rule!.cases
  const rules = new Set(Object.keys(cases).map((id) => id.split('/')[0] ?? ''))
  const requirements = [...rules].map((id) => {
    const own = Object.entries(cases).filter(([each]) => each.startsWith(`${id}/`))
    const verdict = own.some(([, each]) => each.verdict === 'fail') ? ('fail' as const) : ('pass' as const)
    return { ...rule!, id, verdict, cases: own.map(([each, given]) => ({ ...one!, id: each, ...given })) }
  })
  return { ...sample, requirements, complete: true }
}

/** What is printed of each of the reports, one run after another. */
function told(context: TestContext, reports: readonly Cases[]): string[][] {
  const folder = createFreshFolder(context, { 'out/report.json': '' })
  const file = join(folder, 'out/report.json')
  const memory = createWatchMemory(folder, join(folder, 'none.json'))
  return reports.map((cases) => {
    writeFileSync(file, JSON.stringify(reportOf(cases)))
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    memory.tellAll(file)
    const lines = write.mock.calls.map(([line]) => String(line).trimEnd())
    write.mockRestore()
    return lines.map((line) => line.replace(` (${file})`, ''))
  })
}

test('a rule has one line, and so has one reason why cases of several rules could not be judged', (context) => {
  const [first] = told(context, [
    {
      'a.one/x': fail,
      'a.one/y': fail,
      'a.one/z': fail,
      'b.two/x': cut,
      'c.three/x': cut,
      'c.three/y': pass,
    },
  ])
  expect(first).toEqual([
    'newly failing a.one/x: expected a rejection, but a token came (and 2 more cases)',
    'inconclusive  b.two/x: closed the connection (and 1 more case)',
    'not-conformant, exit code 1: 0 fixed, 3 newly failing, 0 still failing, 2 inconclusive',
  ])
})

test('a case that can be judged again is fixed or newly failing; one that no longer can be does not fail', (context) => {
  const [, second, third] = told(context, [
    { 'a.one/x': fail, 'b.two/x': cut, 'c.three/x': cut },
    { 'a.one/x': cut, 'b.two/x': fail, 'c.three/x': pass },
    { 'a.one/x': pass, 'b.two/x': fail, 'c.three/x': pass },
  ])
  expect(second).toEqual([
    'fixed         c.three/x',
    'newly failing b.two/x: expected a rejection, but a token came',
    'inconclusive  a.one/x: closed the connection',
    'not-conformant, exit code 1: 1 fixed, 1 newly failing, 0 still failing, 1 inconclusive',
  ])
  expect(third).toEqual([
    'fixed         a.one/x',
    'still failing b.two/x: expected a rejection, but a token came',
    'not-conformant, exit code 1: 1 fixed, 0 newly failing, 1 still failing',
  ])
})

test('rules that follow from another failed one are named with it', (context) => {
  const wanted = 'a rejection (no access granted)'
  const got = 'GET /api/users/v1/users/ answered 200 (a user record): []'
  const open = { ...fail, wanted, got, changed: 'no credentials are sent' }
  const [first] = told(context, [
    { 'token.cut/x': { ...fail, wanted, got }, 'anonymous.no-credentials/x': open },
  ])
  expect(first?.slice(0, -1)).toEqual([
    'newly failing anonymous.no-credentials/x: expected a rejection, but a token came (1 failed rule follows from this one)',
  ])
})
