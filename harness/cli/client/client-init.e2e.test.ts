import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '../../../reports/report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { runConformance } from '../../testing/run-program.ts'

function verdictsIn(folder: string) {
  const file = join(folder, 'conformance-report', 'partial', 'report.json')
  const { requirements } = JSON.parse(readFileSync(file, 'utf8')) as Report
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]))
}

/** Programs that an example client needs. */
const needs: Record<string, string[]> = { bash: ['curl', 'openssl'], python: ['python3'], node: [] }

test('init writes an adapter that passes one, and doctor finds it well', async (context) => {
  const cwd = createFreshFolder(context)
  const init = await runConformance(['client', 'init', '--language', 'node'], { cwd })
  expect(init).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(
      '1. Let adapter.mjs call your own client instead of example-client.mjs.\n',
    ),
  })
  const again = await runConformance(['client', 'init', '--language', 'node'], { cwd })
  expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('client.yaml exists')])
  const json = await runConformance(['client', 'init', '--config', 'client.json'], { cwd })
  expect(json).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'client.json would contain YAML; give --config a name that ends in .yaml\n',
  })
  const doctor = await runConformance(['client', 'doctor'], { cwd })
  expect([doctor.exitCode, doctor.stdout]).toEqual([
    0,
    expect.stringMatching(/^ok        mfa: list answered with \d users, after 3 requests$/m),
  ])
  const run = await runConformance(['client', '--scenario', 'wrong-password', '--seed', '3'], { cwd })
  expect(run.exitCode).toBe(0)
  expect(verdictsIn(cwd)).toMatchObject({
    'client.fails-wrong-password': 'pass',
    'client.lists-users': 'pass',
    'client.signature-layout': 'untested',
  })
})

test.each(['bash', 'python', 'node'])(
  'the adapter of init in %s is short, and complete',
  async (language) => {
    const cwd = createFreshFolder({ onTestFinished })
    await runConformance(['client', 'init', '--language', language], { cwd })
    const adapter = readdirSync(cwd).find((name) => name.startsWith('adapter')) ?? ''
    expect(readFileSync(join(cwd, adapter), 'utf8').split('\n').length).toBeLessThanOrEqual(41)
    const missing = needs[language]?.some((program) => spawnSync(program, ['--version']).error)
    if (missing) return
    const { exitCode, stdout } = await runConformance(['client', 'doctor'], { cwd })
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('ok        session: list answered')])
  },
)

test.each([
  ['{"ok":true,"users":[1]}', 'list answered with 1 user, but sent no request to CONFORMANCE_BASE_URL'],
  ['{"ok":true}', 'list answered ok, but "users" is missing'],
  [
    'no',
    'use: the client wrote a line that is not JSON (write each answer on one line, and anything else to stderr): no',
  ],
  ['{"ok":false}', 'list failed after 0 requests: no reason given'],
])('doctor says what is wrong with %s', async (answer, said) => {
  const command = `while read -r line; do echo '${answer}'; done`
  const files = { 'client.yaml': JSON.stringify({ command, methods: ['token', 'session'] }) }
  const cwd = createFreshFolder({ onTestFinished }, files)
  const { exitCode, stdout } = await runConformance(['client', 'doctor'], { cwd })
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining(`wrong     token: ${said}\n`)])
  // A client that broke the protocol is sent nothing more, by no method.
  if (said.includes('the client')) expect(stdout.match(/^wrong/gm)).toHaveLength(1)
})

test('doctor leaves out what the client does not support', async (context) => {
  const cwd = createFreshFolder(context)
  await runConformance(['client', 'init', '--language', 'node'], { cwd })
  const adapter = join(cwd, 'adapter.mjs')
  const text = readFileSync(adapter, 'utf8').replace(
    'async function answer({ op, ...asked }) {',
    `$&\n  if (asked.method === 'mfa') return { ok: false, unsupported: true }`,
  )
  writeFileSync(adapter, text)
  const { exitCode, stdout } = await runConformance(['client', 'doctor'], { cwd })
  expect(stdout).toContain('left out  mfa: use is not supported; what needs it is untested')
  expect(stdout).not.toContain('mfa: list')
  expect(exitCode).toBe(0)
})
