import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { packageFolder } from '../../../harness/subject/files/package-folder.ts'
import { judge } from './testing/conformance.ts'
import { program } from '../../../harness/testing/run-program.ts'
import { codeBlocks } from '../../../harness/testing/code-blocks.ts'

const bundled = parse(readFileSync(join(packageFolder(), 'fixtures/default.conformance.yaml'), 'utf8')) as {
  start: { command: string }
  limits: object
}

test('three servers side by side give the verdicts of one, each within the limits', async () => {
  const args = ['--seed', '3', '--only', 'token', 'login', 'private-token', 'observe', 'refusal']
  const declaration = { ...bundled, limits: {} }
  const one = await judge(declaration, args)
  const three = await judge({ ...declaration, replicas: 3 }, args)

  const verdicts = ({ report }: typeof one) => report.requirements.map(({ id, verdict }) => [id, verdict])
  expect(verdicts(three)).toEqual(verdicts(one))
  expect([one.exitCode, three.exitCode]).toEqual([0, 0])
  expect(three.having('pass').length).toBeGreaterThan(15)
  expect(three.report.notes).toContain('judged on 3 servers side by side (replicas)')
  const costs = three.report.notes.filter((note) => note.includes('failed logins and codes caused'))
  expect(costs.map((note) => note.slice(0, 9))).toEqual(['server 1:', 'server 2:', 'server 3:'])
  const answered = three.report.observations.filter(({ answer }) => answer !== null)
  expect(answered.length).toBeGreaterThan(10)
})

test('the example of the documentation starts four servers', async () => {
  const start = `${process.execPath} ${program('reference-server')} start --port 0 --control-port 0 --fast-hash`
  const example = codeBlocks('docs/declaration.md', 'yaml')[6]?.replace('./serve', start) ?? ''
  expect(example).toContain('replicas: 4')
  const { report } = await judge(parse(example) as object, ['--only', 'anonymous'])
  expect(report.notes).toContain('judged on 4 servers side by side (replicas)')
})

test('a defect is found on whichever server its rule is judged', async () => {
  const start = {
    ...bundled.start,
    command: `${bundled.start.command} --defect token-of-newer-json-login-lives-two-hours`,
  }
  const { having, exitCode } = await judge({ ...bundled, start, replicas: 2 }, ['--only', 'token', 'users'])
  expect(having('fail')).toContain('token.void-after-hour')
  expect(exitCode).toBe(1)
})

test('any one rule is judged alone on default limits', async () => {
  const { verdict } = await judge({ ...bundled, limits: {} }, ['--only', 'mfa.wrong-password-no-challenge'])
  expect(verdict('mfa.wrong-password-no-challenge')).toBe('pass')
})
