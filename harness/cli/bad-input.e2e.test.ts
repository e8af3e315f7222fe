import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFreshFolder } from '../testing/fresh-folder.ts'
import { ordinaryEnv, runConformance } from '../testing/run-program.ts'

// Nothing listens on port 1: if bad input were accepted, the run would end with 6 and another message.
const address = ['--base-url', 'http://127.0.0.1:1']
const helpOf = (command: string) => `(${command} --help shows every option)`
const seeHelp = helpOf('conformance')

describe.concurrent('arguments that are wrong end with 2 and name the fix', () => {
  test.for<[args: string[], message: string]>([
    [
      ['--base-url', '127.0.0.1:8080'],
      '--base-url must start with http:// or https://, for example http://127.0.0.1:8080',
    ],
    [['--base-url', ''], '--base-url must start with http:// or https://, for example http://host:port'],
    [
      ['--base-url', `http://${'a'.repeat(64)}.example`],
      '--base-url has a host name that is too long: DNS allows 63 characters between two dots, and 253 in all',
    ],
    [['--base-url'], `error: option '--base-url <url>' argument missing\n${seeHelp}`],
    [[...address, '--xyzzy'], `error: unknown option '--xyzzy'\n${seeHelp}`],
    [
      [...address, '--requre-complete'],
      `error: unknown option '--requre-complete'\n(Did you mean --require-complete?)\n${seeHelp}`,
    ],
    [[...address, 'extra'], `error: there is no command "extra"\n${seeHelp}`],
    [
      ['list', 'extra'],
      `error: too many arguments for 'list'. Expected 0 arguments but got 1.\n${helpOf('conformance list')}`,
    ],
    [
      [...address, '--format', 'json', 'html'],
      `error: formats are separated by commas, without spaces: --format json,html\n${seeHelp}`,
    ],
    [['help', 'lst'], `error: there is no command "lst"; did you mean list?\n${seeHelp}`],
    [
      ['help', 'baseline', 'updat'],
      `error: there is no command "updat"; did you mean update?\n${helpOf('conformance baseline')}`,
    ],
    [
      ['baseline', 'help', 'updat'],
      `error: there is no command "updat"; did you mean update?\n${helpOf('conformance baseline')}`,
    ],
    ...(['--config <file>', '--baseline <file>', '--out <folder>', '--from <report>'] as const).map(
      (option): [string[], string] => [
        [option.split(' ')[0] ?? '', '', ...address],
        `error: option '${option}' argument '' is invalid. It must name something.\n${seeHelp}`,
      ],
    ),
    [['lst'], `error: there is no command "lst"; did you mean list?\n${seeHelp}`],
    [
      ['http://127.0.0.1:1'],
      `error: an address goes after its option: --base-url http://127.0.0.1:1\n${seeHelp}`,
    ],
    [['mine.yaml', ...address], `error: a declaration goes after its option: --config mine.yaml\n${seeHelp}`],
    [
      [...address, '--quiet', '--json'],
      `error: option '--quiet' cannot be used with option '--json'\n${seeHelp}`,
    ],
    [
      [...address, '--format', 'xml'],
      '--format: there is no format "xml"; it takes json, junit, html, markdown, allure, sarif, har, http, in-toto, badge',
    ],
    [
      [...address, '--format', 'json,htm'],
      '--format: there is no format "htm"; did you mean html? it takes json, junit, html, markdown, allure, sarif, har, http, in-toto, badge',
    ],
    [
      [...address, '--format', ','],
      `error: option '--format <names>' argument ',' is invalid. It must name something.\n${seeHelp}`,
    ],
    [
      [...address, '--only', ''],
      `error: option '--only <ids...>' argument '' is invalid. It must name something.\n${seeHelp}`,
    ],
    ...(['--only <ids...>', '--skip <ids...>', '--format <names>'] as const).map(
      (option): [string[], string] => [
        [option.split(' ')[0] ?? '', '--bundled'],
        `error: option '${option}' argument '--bundled' is invalid. That is an option: give a value first.\n${seeHelp}`,
      ],
    ),
    [
      [...address, '--from', 'conformance-report/report.json'],
      '--from goes with --failed, --watch or --shard; add one of them, or leave it out',
    ],
    [
      [...address, '--only', 'frobnicate'],
      'there is no requirement or topic "frobnicate"; "conformance list" shows them all',
    ],
    [
      [...address, '--skip', 'login.jsn'],
      'there is no requirement or topic "login.jsn"; did you mean login.json? "conformance list" shows them all',
    ],
    [
      [...address, '--only', 'login', '--skip', 'login'],
      '--only and --skip leave nothing to judge; remove one of them',
    ],
    [
      ['client', '--latency', '1000000', '--', 'true'],
      `error: option '--latency <ms>' argument '1000000' is invalid. It must be a whole number from 0 to 999999.\n${helpOf('conformance client')}`,
    ],
    [
      ['client', '--timeout', '2147484', '--', 'true'],
      `error: option '--timeout <seconds>' argument '2147484' is invalid. It must be a whole number from 1 to 2147483.\n${helpOf('conformance client')}`,
    ],
    [
      [...address, '--seed', 'abc'],
      `error: option '--seed <number>' argument 'abc' is invalid. It must be a whole number from 0, of ten digits at most.\n${seeHelp}`,
    ],
    [
      [...address, '--runs', '0'],
      `error: option '--runs <number>' argument '0' is invalid. It must be a whole number from 1, of ten digits at most.\n${seeHelp}`,
    ],
    [['explain'], `error: missing required argument 'id'\n${helpOf('conformance explain')}`],
    [['client', 'init', '--xyzzy'], `error: unknown option '--xyzzy'\n${helpOf('conformance client init')}`],
    [
      ['explain', 'users'],
      'there is no requirement "users": it is a topic, with users.json and others; "conformance list" shows them all',
    ],
    [
      ['explain', 'login.jso'],
      'there is no requirement "login.jso"; did you mean login.json? "conformance list" shows them all',
    ],
    [
      ['report', '--out', 'nowhere'],
      'nowhere/allure-results is not there: run conformance first, or name its --out folder',
    ],
  ])('%j', async ([args, message], context) => {
    const cwd = createFreshFolder(context)
    expect(await runConformance(args, { cwd })).toEqual({ exitCode: 2, stdout: '', stderr: `${message}\n` })
    expect(existsSync(join(cwd, 'conformance-report')), 'nothing is written').toBe(false)
  })
})

test('help shows a command of a command', async (context) => {
  const { exitCode, stdout } = await runConformance(['help', 'client', 'init'], {
    cwd: createFreshFolder(context),
  })
  expect([exitCode, stdout.split('\n')[0]]).toEqual([0, 'Usage: conformance client init [options]'])
})

describe.concurrent('an output folder that takes no files ends with 2, before anything is sent', () => {
  test.for<[out: string, reason: string]>([
    ['a-file', 'it is a file, or a link to nothing, and not a folder'],
    ['a-file/below/it', 'a part of the path is a file, not a folder'],
    ['/proc/reports', 'no folder can be created there'],
    ['/sys/reports', 'you have no permission to write to it'],
  ])('%s', async ([out, reason], context) => {
    const cwd = createFreshFolder(context, { 'a-file': 'kept' })
    expect(await runConformance([...address, '--out', out], { cwd })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `can't write reports to ${out}: ${reason}. Give another folder with --out\n`,
    })
  })
})

// What else can be wrong in one: `declaration.test.ts`.
describe.concurrent('declarations that are wrong end with 2, with file, line, field and fix', () => {
  test.for<[name: string, content: string | Uint8Array, message: string]>([
    ['a typo', 'acounts: {}', 'conformance.yaml:1: acounts: unknown field; did you mean accounts?'],
    [
      'in Latin-1',
      Buffer.from('accounts: { plain: { username: ada, password: "f\xfcr ada" } }', 'latin1'),
      'conformance.yaml: cannot be read (not in UTF-8); save it in that encoding',
    ],
    [
      'binary',
      Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256),
      'conformance.yaml: cannot be read (not in UTF-8); save it in that encoding',
    ],
    [
      'nested 5,000 levels deep',
      `a: ${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      'conformance.yaml:1: is nested more than 100 levels deep here',
    ],
    [
      'a bomb of aliases',
      'a: &a [x, x]\n' +
        [...'bcdefgh'].map((name, at) => `${name}: &${name} [${`*${'abcdefg'[at]}, `.repeat(9)}]\n`).join(''),
      'conformance.yaml: cannot be read: Excessive alias count indicates a resource exhaustion attack',
    ],
  ])('%s', async ([, content, message], context) => {
    const cwd = createFreshFolder(context, { 'conformance.yaml': content })
    const ended = await runConformance(address, { cwd })
    expect(ended).toEqual({ exitCode: 2, stdout: '', stderr: `${message}\n` })
  })

  test('the value of a variable in a flow mapping is taken as it is', async (context) => {
    const content = 'accounts: { plain: { username: ada, password: ${TEST_PASSWORD} } }'
    const cwd = createFreshFolder(context, { 'conformance.yaml': content })
    const env = { ...ordinaryEnv(), TEST_PASSWORD: '"}, x: {a: [b' }
    expect(await runConformance(address, { cwd, env })).toMatchObject({ exitCode: 6 })
  })
})

describe.concurrent('a start command that does not start', () => {
  test('one that ends: its exit code is told', async (context) => {
    const cwd = createFreshFolder(context, {
      'conformance.yaml': 'start: { command: "echo no licence >&2; exit 3" }',
    })
    const { exitCode, stderr } = await runConformance([], { cwd })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 6,
      stderr: 'start.command ended (exit code 3) before it was ready. Its last output:\n  | no licence\n',
    })
  })

  test('one that is unknown', async (context) => {
    const cwd = createFreshFolder(context, { 'conformance.yaml': 'start: { command: no-such-program }' })
    const { exitCode, stderr } = await runConformance([], { cwd })
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^start\.command cannot be run; fix it in the declaration\. Its last output:\n/)
  })
})
