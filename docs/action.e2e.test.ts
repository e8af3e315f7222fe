import { validateAction, validateWorkflow } from '@action-validator/core'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { parse } from 'yaml'
import { createFreshFolder } from '../harness/testing/fresh-folder.ts'
import { ordinaryEnv, program } from '../harness/testing/run-program.ts'

const text = readFileSync(new URL('../action.yml', import.meta.url), 'utf8')

interface Step {
  id?: string
  if?: string
  shell: string
  run: string
  env?: Record<string, string>
  'working-directory'?: string
}
interface Action {
  inputs: Record<string, { default: string }>
  outputs: Record<string, { value: string }>
  runs: { using: string; steps: Step[] }
}
const action = parse(text) as Action

/** Runs the steps as a runner does: expressions filled in, one bash for each, outputs in files. */
function runAction(context: Pick<TestContext, 'onTestFinished'>, inputs: Record<string, string>, files = {}) {
  const root = createFreshFolder(context, {
    ...files,
    // Stands for npm's: the built command of this checkout, with the arguments kept.
    'bin/npx': `#!/bin/sh
printf '%s\\n' "$@" >'{root}/npx-arguments'
[ "$1 $2 $4" = '--yes --package conformance' ] || exit 99
shift 4
exec '${process.execPath}' '${program('conformance')}' "$@"
`,
    output: '',
    'npx-arguments': '',
    'summary.md': '',
  })
  const stub = readFileSync(join(root, 'bin/npx'), 'utf8').replace('{root}', root)
  spawnSync('sh', ['-c', 'cat >"$0" && chmod 755 "$0"', join(root, 'bin/npx')], { input: stub })
  const given: Record<string, string> = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [`inputs.${name}`, input.default]),
  )
  for (const [name, value] of Object.entries(inputs)) given[`inputs.${name}`] = value
  const fill = (template: string) =>
    template.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => given[name] ?? '')
  let log = ''
  let exitCode: number | null = 0
  for (const step of action.runs.steps) {
    const condition = /^([\w.-]+) == '(.*)'$/.exec(step.if ?? '')
    if (condition && given[condition[1]!] !== condition[2]) continue
    const outputs = join(root, 'output')
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]))
    const ran = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', fill(step.run)], {
      cwd: join(root, fill(step['working-directory'] ?? '.')),
      encoding: 'utf8',
      env: {
        ...ordinaryEnv(),
        PATH: join(root, 'bin') + delimiter + process.env['PATH'],
        CI: 'true',
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: join(root, 'summary.md'),
        ...env,
      },
    })
    log += ran.stdout + ran.stderr
    for (const line of readFileSync(outputs, 'utf8').split('\n').filter(Boolean)) {
      given[`steps.${step.id}.outputs.${line.split('=')[0]}`] ??= line.slice(line.indexOf('=') + 1)
    }
    exitCode = ran.status
    if (exitCode !== 0) break
  }
  const outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value)]),
  )
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  return { root, exitCode, log, outputs, summary: read('summary.md'), asked: read('npx-arguments') }
}

test('the action keeps the form that GitHub asks for, and the check tells one that does not', () => {
  expect(validateAction(text).errors).toEqual([])
  expect(validateAction(text.replace('using: composite', 'using: compsite')).errors).not.toEqual([])
  for (const { shell, run } of action.runs.steps) {
    expect(shell).toBe('bash')
    expect(run, 'an expression in a script lets its value run').not.toContain('${{')
  }
})

test('the workflows of the guide keep that form too', () => {
  const guide = readFileSync(new URL('guides/ci.md', import.meta.url), 'utf8')
  const workflows = [...guide.matchAll(/^```yaml\n(# \.github[^]*?)^```$/gm)].map(([, source = '']) => source)
  expect(workflows.length).toBeGreaterThan(3)
  // The validator is older than this permission.
  for (const workflow of workflows.map((text) => text.replace(', attestations: write', ''))) {
    expect(validateWorkflow(workflow).errors).toEqual([])
    expect(validateWorkflow(workflow.replace('runs-on', 'run-on')).errors).not.toEqual([])
  }
  const used = parse(workflows[1] ?? '') as { jobs: { conformance: { steps: { with?: object }[] } } }
  const given = used.jobs.conformance.steps.flatMap((step) => Object.keys(step.with ?? {}))
  expect(given.filter((name) => !(name in action.inputs))).toEqual([])
})

test('a server that keeps the rules: outputs, summary, no annotation, exit code 0', (context) => {
  const { exitCode, log, outputs, summary, asked, root } = runAction(context, {
    args: `--bundled --only login.json --runs 1 --seed '7'`,
    version: '1.2.3',
    out: 'my reports',
  })
  expect(exitCode, log).toBe(0)
  expect(asked).toContain(
    'auth-api-conformance@1.2.3\nconformance\n--out\nmy reports\n--bundled\n--only\nlogin.json\n',
  )
  expect(asked).toContain('--seed\n7\n')
  expect(outputs).toMatchObject({
    conclusion: 'partial',
    'exit-code': '0',
    report: join(root, 'my reports/report.json'),
  })
  expect(JSON.parse(outputs['counts'] ?? '')).toMatchObject({ must: { pass: 1, fail: 0 } })
  expect(summary).toMatch(/^# Partial/)
  expect(log).not.toContain('::error')
})

test('a server that breaks one: an annotation for each rule, and the exit code of the suite', (context) => {
  const start =
    '{node} {package}/bin/reference-server.js start --port 0 --control-port 0 --fast-hash --data {tmp}/d --defect token-null-taken-on-older-list'
  const declaration = `start: { command: '${start}' }
accounts: { plain: { username: dee, password: dee-Turquoise-Kettle-77 } }
`
  const { exitCode, log, outputs, summary } = runAction(
    context,
    { config: 'a server.yaml', args: '--only anonymous.unknown-token --runs 1', 'working-directory': 'sub' },
    { 'sub/a server.yaml': declaration },
  )
  expect(exitCode, log).toBe(1)
  expect(outputs).toMatchObject({ conclusion: 'not-conformant', 'exit-code': '1' })
  expect(log).toMatch(/^::error title=anonymous.unknown-token::.* Expected .*, but .*/m)
  expect(summary).toContain('anonymous.unknown-token')
})

test('a quote without its pair is named, and nothing is run', (context) => {
  const { exitCode, log, asked } = runAction(context, { args: `--bundled --only 'login.json` })
  expect(exitCode).toBe(2)
  expect(log).toContain('::error title=args::A quote in args has no second one on its line.')
  expect(asked).toBe('')
})

// Blank: of two expressions that are both empty.
test.for([
  ['no options', ''],
  ['blank ones', ' '],
])('without a declaration the bundled server is not judged unasked: %s', ([, args], context) => {
  const { exitCode, outputs, log } = runAction(context, { args: args! })
  expect(exitCode).toBe(2)
  expect(log).toContain('there is no conformance.yaml')
  expect(outputs).toMatchObject({ conclusion: '', 'exit-code': '2' })
})

test.for([
  ['names nothing to judge', '--only nonsense'],
  ['is not understood', '--nonsense'],
])('a command that %s: no report of an earlier run, and the exit code tells why', ([, args], context) => {
  const { exitCode, outputs, summary } = runAction(
    context,
    { args: args! },
    { 'conformance-report/report.json': '{"conclusion":"conformant"}' },
  )
  expect(exitCode).toBe(2)
  expect(outputs).toEqual({ conclusion: '', 'exit-code': '2', counts: '', report: '' })
  expect(summary).toBe('')
})
