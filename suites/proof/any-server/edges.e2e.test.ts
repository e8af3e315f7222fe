import type { CaseResult } from '../../../harness/verdicts/results.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { carryOut } from '../../../harness/engine/carry-out.ts'
import { inOrder } from '../../../harness/engine/schedule/schedule.ts'
import { readDeclaration } from '../../../harness/subject/declaration/declaration.ts'
import { cases } from '../../all.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

const stepSeconds = 30

/** Rules whose cases use one-time codes, or judge the end of an hour. */
const edgy = [
  'mfa.second-step-grants-token',
  'mfa.wrong-code',
  'mfa.seed-one-time',
  'mfa.code-one-time',
  'mfa.old-code-refused',
  'token.works-for-hour',
  'token.void-after-hour',
  'token.fixed-hour',
]

/** Starts a server whose clock is off, and moves it to a position in a time step, in seconds. */
async function serverAt(offsetSeconds: number, intoStep: number) {
  const server = await startReference('--clock-offset', String(offsetSeconds))
  const { now } = (await (await fetch(`${server.control}/clock`)).json()) as { now: string }
  const into = (Date.parse(now) / 1000) % stepSeconds
  const seconds = (intoStep - into + stepSeconds) % stepSeconds
  await fetch(`${server.control}/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  })
  return server
}

/** Runs cases in this process, so that the run begins at the time set on the clock; returns those that did not pass. */
async function notPassed(
  declaration: { baseUrl: string; clock?: unknown },
  control: string | null,
  wanted: RegExp,
) {
  const folder = mkdtempSync(join(tmpdir(), 'edges-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'conformance.json')
  const limits = { failedLoginsPerAccount: 0, failedLogins: 0 }
  writeFileSync(file, JSON.stringify({ ...declaration, limits }))
  const env = process.env
  const chosen = inOrder([...cases.values()].filter(({ id, depth }) => !depth && wanted.test(id)))
  const results: CaseResult[] = []
  const spec = {
    declaration: readDeclaration(file, { env, cwd: folder, makeTmp: () => folder }),
    baseUrl: declaration.baseUrl,
    controlUrl: control,
    seed: 1,
    runs: 3,
    slow: false,
    env,
  }
  const { unreachable } = await carryOut(spec, chosen, (result) => results.push(result))
  expect(unreachable).toBeUndefined()
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(0)
  return results
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
    .map(({ id, verdict, message }) => `${id} ${verdict}: ${message}`)
}

test.each([
  ['ten minutes behind', 'just before the end of a time step', -600, 29.8],
  ['ten minutes behind', 'just after its start', -600, 0.05],
  ['seven minutes ahead', 'where a code may just be used', 420, 1.95],
  ['seven minutes ahead', 'where a code may no longer be used', 420, 24.95],
  ['two hours ahead', 'just before the end of a time step', 7200, 29.95],
])('a clock %s, begun %s: codes and hours are judged right', async (_, __, offsetSeconds, intoStep) => {
  const server = await serverAt(offsetSeconds, intoStep)
  // The default of 48 hours leaves no room for the beginning of summer time, which may be two years ahead for the last zone.
  const clock = { kind: 'control', url: server.control, maxAdvance: '20000h' }
  const open = await notPassed(
    { ...declared(server), clock },
    server.control,
    new RegExp(`^(${edgy.join('|').replaceAll('.', '\\.')})/(?!in-any-sequence)`),
  )

  expect(open).toEqual([])
})

test.each([
  ['behind', -540, 28],
  ['ahead', 540, 29.9],
])(
  'a clock minutes %s that nobody can move: the code is that of its next time step',
  async (_, offsetSeconds, intoStep) => {
    const server = await serverAt(offsetSeconds, intoStep)
    const declaration = { ...declared(server), clock: { kind: 'none' } }
    const open = await notPassed(declaration, null, /^mfa\.second-step-grants-token\/after-a-form-login$/)

    expect(open).toEqual([])
  },
)
