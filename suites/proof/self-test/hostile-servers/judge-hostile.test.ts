import { describe, expect, test } from 'vitest'
import type { Report } from '../../../../reports/report.ts'
import { hostileSecrets } from './declared.ts'
import { encodings } from './encodings.ts'
import { hostileServers } from './hostile-servers.ts'
import { judgeHostile } from './judge-hostile.ts'
import { mixes } from './mixes.ts'
import { spilled } from './spilled.ts'
import type { CommandRun } from './run-conformance.ts'

const report = (verdict = 'fail', conclusion = 'not-conformant', complete = true) =>
  ({ complete, conclusion, requirements: [{ id: 'login.json', verdict, cases: [] }] }) as unknown as Report

const good: CommandRun = {
  exitCode: 1,
  durationMs: 1,
  peakMiB: 599,
  report: report(),
  outputs: new Map([['stdout', 'not conformant\n']]),
}
const wanted = { exitCode: 1, strays: 0, silent: [], secrets: ['ada-Made=Up&11<x>'] }
const judged = (run: Partial<CommandRun>, more: Partial<Parameters<typeof judgeHostile>[1]> = {}) =>
  judgeHostile({ ...good, ...run }, { ...wanted, ...more }).map(({ requirement }) => requirement)

test('a run as it should be has nothing wrong', () => expect(judged({})).toEqual([]))

test.each<[string, Partial<CommandRun>, Partial<Parameters<typeof judgeHostile>[1]>]>([
  ['the time', { exitCode: null }, {}],
  ['the exit code', { exitCode: 3 }, {}],
  ['the report', { report: report('fail', 'partial', false) }, {}],
  ['the conclusion', { report: report('fail', 'conformant') }, {}],
  ['login.json', { report: report('pass') }, {}],
  ['login.json', { report: report('error') }, { mayPass: true }],
  ['the memory', { peakMiB: 601 }, {}],
  ['another origin', {}, { strays: 1 }],
  ['proto', {}, { silent: ['proto'] }],
  ['the outputs', { outputs: new Map([['report.json', 'x'.repeat(21 * 1024 * 1024)]]) }, {}],
  ['stderr', { outputs: new Map([['stderr', 'a\u009b31m']]) }, {}],
  ['report.html', { outputs: new Map([['report.html', 'ada-Made=Up&amp;11&lt;x&gt;']]) }, {}],
])('%s is told where it is wrong', (what, run, more) =>
  expect([...new Set(judged(run, more))]).toEqual([what]),
)

describe('a secret is found', () => {
  const [secret = ''] = wanted.secrets
  test.each(Object.entries(encodings))('as %s, in JSON and in HTML', (way, encode) => {
    const html = encode(secret).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    for (const text of [JSON.stringify({ at: encode(secret) }), `<p>${html}</p>`])
      expect(spilled([secret], text).join()).toContain(`secret 0 (${way})`)
  })
})

test('each hostile server is judged', () => {
  const all = mixes(hostileSecrets).flatMap(({ of }) => of.map(({ name }) => name))
  expect([...new Set(all)].toSorted()).toEqual(
    [...Object.values(hostileServers).flat(), { name: 'echo' }].map(({ name }) => name).toSorted(),
  )
})
