import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { reportIn, runConformance } from '../../testing/run-program.ts'
import { parseBaseline } from '../files/read-baseline.ts'
import { updateBaseline, type NewEntry } from './update-baseline.ts'

const entry = `# who knows
- requirement: mfa.seed-one-time # agreed in spring
  reason: old tokens
  owner: ada
  expires: 2026-12-31
  fingerprint: f1-0123456789abcdef
`

describe('a baseline is rejected with line, field and fix', () => {
  const wrong = (text: string) =>
    parseBaseline(text, 'known.yaml').problems.map(
      ({ line, field, message }) => `${line} ${field}: ${message}`,
    )
  test('nothing is wrong with a whole entry, nor with no entry', () => {
    expect(wrong(entry)).toEqual([])
    expect(wrong('')).toEqual([])
    expect(wrong('[]')).toEqual([])
  })
  test.for<[from: string, to: string, message: string]>([
    ['old tokens', "''", '2 mfa.seed-one-time: reason: is empty; say why this failure is accepted for now'],
    ['mfa.seed-one-time #', '"" #', '2 entry 1: requirement: is empty; give the id of a requirement'],
    ['owner: ada', 'ownr: ada', '2 mfa.seed-one-time: owner: is missing or not text; say who fixes it'],
    ['owner: ada', 'ownr: ada\n  owner: x', '2 mfa.seed-one-time: ownr: unknown field; did you mean owner?'],
    ['2026-12-31', '2026-13-31', '2 mfa.seed-one-time: expires: must be a date such as "2026-12-31"'],
    ['f1-', 'f9-', '2 mfa.seed-one-time: fingerprint: is not a fingerprint of this version'],
  ])('%s -> %s', ([from, to, message]) => {
    expect(wrong(entry.replace(from, to))).toContainEqual(expect.stringContaining(message))
  })
  test('two entries for one requirement', () => {
    expect(wrong(entry + entry)).toEqual([expect.stringContaining('has an entry already; keep one')])
  })
  test('what is not a list, or not YAML', () => {
    expect(() => parseBaseline('a: 1', 'known.yaml')).toThrow('known.yaml: must be a list of entries')
    expect(() => parseBaseline('\n- [', 'known.yaml')).toThrow(
      /^known.yaml:\d: is neither YAML nor JSON here/,
    )
    expect(() => parseBaseline('- *none', 'known.yaml')).toThrow('is taken for an alias; put it in quotes')
  })
})

describe('an update', () => {
  const failed = (id: string) => ({ id, verdict: 'fail', cases: [{ id: `${id}/a`, verdict: 'fail' }] })
  const update = (text: string, ...requirements: object[]) => updateWith({}, text, ...requirements)
  const updateWith = (given: Partial<NewEntry>, text: string, ...requirements: object[]) => {
    const { document } = parseBaseline(text, 'known.yaml')
    for (const one of requirements as { cases?: { transcript?: unknown }[] }[])
      for (const each of one.cases ?? []) each.transcript = []
    const known = new Set(['mfa.seed-one-time', 'login.json'])
    const told = updateBaseline({ document }, { requirements } as never, known, {
      reason: '',
      owner: 'o',
      expires: '2027-01-01',
      ...given,
    })
    return { told, text: document.toString({ lineWidth: 0 }) }
  }
  test('takes the new fingerprint and leaves what people wrote', () => {
    const { told, text } = update(entry, failed('mfa.seed-one-time'))
    expect(told).toMatchObject({ changed: ['mfa.seed-one-time'], added: [] })
    expect(text).toMatch(/^# who knows\n- requirement: mfa.seed-one-time # agreed in spring\n {2}reason: old/)
    expect(text).not.toContain('f1-0123456789abcdef')
    expect(update(text, failed('mfa.seed-one-time'))).toMatchObject({
      told: { kept: ['mfa.seed-one-time'] },
      text,
    })
  })
  test('fills in a reason and an owner where an entry has none, and changes no others', () => {
    const given = { reason: 'late: fixed in 3.2', owner: 'eve' }
    const filled = updateWith(given, entry.replace('old tokens', '""').replace('ada', "''"))
    expect(filled.told).toMatchObject({ kept: ['mfa.seed-one-time'], filled: ['mfa.seed-one-time'] })
    expect(filled.text).toMatch(/reason: "late: fixed in 3.2"\n  owner: 'eve'\n/)
    expect(updateWith(given, entry)).toMatchObject({ told: { filled: [] }, text: entry })
    expect(updateWith({ reason: '' }, entry.replace('old tokens', '""')).told.filled).toEqual([])
  })
  test('adds what fails newly, removes what passes or names nothing, keeps what was not judged', () => {
    const added = update(entry, failed('login.json'))
    expect(added.told).toMatchObject({ added: ['login.json'], kept: ['mfa.seed-one-time'] })
    expect(added.text).toContain(
      '- requirement: login.json\n  reason: ""\n  owner: o\n  expires: 2027-01-01\n',
    )
    expect(update(entry, { id: 'mfa.seed-one-time', verdict: 'pass', cases: [] }).told.removed).toHaveLength(
      1,
    )
    expect(update(entry.replace('mfa.seed-one-time', 'mfa.none')).told.removed).toEqual(['mfa.none'])
  })
  const gone = (comment: string) =>
    entry.replace('mfa.seed-one-time', 'mfa.none').replace('who knows', comment)
  test('keeps comments that may not be about a removed entry', () => {
    expect(update(`${gone('of the staging server')}\n${entry}`).text).toBe(
      `# of the staging server\n\n${entry}`,
    )
    expect(update(`${entry}# in spring\n\n${gone('soon')}  # inside\n\n# the end\n`).text).toBe(
      `${entry}# in spring\n\n# the end\n`,
    )
    expect(update(gone('all')).text).toBe('# all\n\n[]\n')
    expect(update(gone('all'), failed('login.json')).text).toMatch(/^# all\n\n- requirement: login.json\n/)
  })
})

const defect = (name: string) => `
start: { command: '{node} {package}/bin/reference-server.js start --port 0 --control-port 0 --fast-hash --data {tmp}/d ${name}' }
accounts: { plain: { username: dee, password: dee-Turquoise-Kettle-77 } }
limits: { failedLoginsPerAccount: 0, failedLogins: 0 }
`

test('a known failure is accepted by the command, a new one is not, and a fixed one makes the baseline stale', async (context) => {
  const cwd = createFreshFolder(context, {
    'broken.yaml': defect('--defect token-null-taken-on-older-list'),
    'right.yaml': defect(''),
  })
  const run = (...args: string[]) => runConformance([...args], { cwd })
  const report = () => reportIn(cwd)
  const judge = (config: string, ...args: string[]) =>
    run('--config', config, '--runs', '1', '--format', 'json', '--out', 'conformance-report', ...args)

  expect(await judge('broken.yaml', '--seed', '1')).toMatchObject({ exitCode: 1 })
  const failed = report().requirements.filter(({ verdict }) => verdict === 'fail')
  expect(failed.length).toBeGreaterThan(0)
  const failing = ['--only', failed.map(({ id }) => id).join(',')]
  expect(await run('baseline', 'update', '--expires', '2020-02-29')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--expires 2020-02-29 is in the past: give today ('),
  })
  expect(await run('baseline', 'update', '--expires', '2100-02-30')).toMatchObject({
    exitCode: 2,
    stderr: '--expires takes a date such as 2026-12-31, not "2100-02-30"\n',
  })
  expect(await run('baseline', 'update')).toMatchObject({ exitCode: 0 })
  expect(await judge('broken.yaml', '--baseline', 'known.yaml')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('say who fixes it'),
  })
  const file = join(cwd, 'known.yaml')
  const filled = readFileSync(file, 'utf8')
    .replaceAll('reason: ""', 'reason: old')
    .replaceAll('owner: ""', 'owner: ada')
  writeFileSync(file, filled)

  const known = await judge('broken.yaml', '--baseline', 'known.yaml', '--seed', '2', ...failing)
  expect(known.stdout).toContain('known failure until')
  expect(known.exitCode).toBe(0)
  expect(report()).toMatchObject({ conclusion: 'not-conformant', exitCode: 0 })
  expect(report().reproduce).toContain('--baseline known.yaml')

  const stale = await judge('right.yaml', '--baseline', 'known.yaml')
  expect(stale).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('stale: it passes now') })
  const part = await judge('right.yaml', '--baseline', 'known.yaml', ...failing)
  expect(part.exitCode).toBe(0)
})
