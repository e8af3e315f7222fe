import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, type TestContext } from 'vitest'
import { readDeclaration } from '../harness/subject/declaration.ts'
import { createFreshFolder } from '../harness/testing/fresh-folder.ts'
import { ordinaryEnv, runProgram } from '../harness/testing/run-program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1] ?? '')
const program = (name: string) => join(root, 'bin', `${name}.js`)

const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

describe('links', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...markdownIn('docs')]
  test.for(pages)('of %s lead somewhere', (page) => {
    const text = readFileSync(join(root, page), 'utf8').replace(/```.*?```/gs, '')
    const targets = [...text.matchAll(/(?:\]\(|src(?:set)?=")([^)#:\s"]+)(?:#[^)]*)?[)"]/g)].map(
      (match) => match[1] ?? '',
    )
    const missing = targets.filter((target) => !existsSync(join(root, dirname(page), target)))
    expect(missing).toEqual([])
  })
})

describe('what the README shows', () => {
  test('is the output of a run, but for its figures', { timeout: 120_000 }, async (context) => {
    const { stdout, exitCode } = await run(context, 'npx conformance --bundled')
    const shown = blocks('text').find((block) => block.startsWith('Judging')) ?? ''
    expect(exitCode).toBe(0)
    expect(withoutFigures(shown)).toBe(withoutFigures(stdout))
  })

  test('are commands that work', { timeout: 120_000 }, async (context) => {
    const lines = blocks('sh').flatMap((block) => block.trim().split('\n'))
    const ordinary = lines.filter(
      (line) => !/npm ci|reference-server start|--base-url|client -- npm test/.test(line),
    )
    expect(lines.length - ordinary.length).toBe(4)
    for (const line of ordinary) {
      const { exitCode, stdout, stderr } = await run(context, line)
      expect({ exitCode, stderr }, `${line}\n${stdout}`).toEqual({ exitCode: 0, stderr: '' })
    }
  })

  test('is how a server of yours is judged', { timeout: 120_000 }, async (context) => {
    const start = commands('npx reference-server start')
    const judge = commands('npx conformance --base-url')
    const url = await startOnFreePorts(context, start)
    const { exitCode, stdout } = await run(context, judge.replace('http://127.0.0.1:8080', url))
    expect(exitCode).toBe(3)
    expect(stdout).toContain('declare accounts.plain')
  })

  test('is a declaration', (context) => {
    const cwd = createFreshFolder(context, { 'conformance.yaml': blocks('yaml')[0] ?? '' })
    const env = {
      ADA_PASSWORD: 'a',
      BOB_PASSWORD: 'b',
      BOB_OTP_SECRET: 'JBSWY3DPEHPK3PXP',
      ADA_PRIVATE_TOKEN: 'c',
    }
    expect(readDeclaration(undefined, { env, cwd })).toMatchObject({ baseUrl: 'http://127.0.0.1:8080' })
  })

  test('is code that embeds the reference server', async (context) => {
    // Below the project, so that the package finds itself by its name.
    const folder = join(root, '.tmp', 'readme')
    context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'embed.mjs'), blocks('js')[0] ?? '')
    const ended = await runProgram(process.execPath, [join(folder, 'embed.mjs')], { cwd: folder })
    expect(ended).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringMatching(/^http:\S+\n$/) })
  })

  test('has the figures of what this version holds', async (context) => {
    const rules = await jsonOf<unknown[]>(context, 'npx conformance list --json')
    const changes = await jsonOf<Record<'defects' | 'variations', unknown[]>>(
      context,
      'npx reference-server list --json',
    )
    const text = readme.replaceAll('\n', ' ')
    expect(text).toContain(`judges ${rules.length} rules`)
    expect(text).toContain(`each of ${changes.defects.length} planted defects`)
    expect(text).toContain(`each of ${changes.variations.length} legal variations`)
  })

  test('names the exit codes that the documentation explains', () => {
    const codes = (text: string) => [...text.matchAll(/^\| (\d) +\|/gm)].map((match) => match[1])
    expect(codes(readme)).toEqual(['0', '1', '2', '3', '4', '5', '6'])
    expect(codes(readFileSync(join(root, 'docs/exit-codes.md'), 'utf8'))).toEqual(codes(readme))
  })
})

test('docs/report.md names each field of the report', () => {
  const page = readFileSync(join(root, 'docs/report.md'), 'utf8')
  const schema = JSON.parse(readFileSync(join(root, 'reports/report.schema.json'), 'utf8')) as {
    required: string[]
  }
  expect(schema.required.filter((field) => !page.includes(`\`${field}\``))).toEqual([])
})

const withoutFigures = (output: string): string =>
  output
    .trim()
    .replaceAll(/[\d,.]+ m?s\b/g, 'N s')
    .replaceAll(/\d+(,\d+)*/g, 'N')
const commands = (start: string): string =>
  blocks('sh')
    .flatMap((block) => block.split('\n'))
    .find((line) => line.startsWith(start)) ?? ''

function run(context: TestContext, line: string) {
  const [npx, name = '', ...args] = line.split(' ')
  expect(npx).toBe('npx')
  return runProgram(process.execPath, [program(name), ...args], { cwd: createFreshFolder(context) })
}

async function jsonOf<T>(context: TestContext, line: string): Promise<T> {
  const { stdout } = await run(context, line)
  return JSON.parse(stdout) as T
}

/** The line as it stands, but for its ports: those may be in use here. */
async function startOnFreePorts({ onTestFinished }: TestContext, line: string): Promise<string> {
  const args = line
    .replaceAll(/port \d+/g, 'port 0')
    .split(' ')
    .slice(2)
  const child = spawn(process.execPath, [program('reference-server'), ...args], {
    env: ordinaryEnv(),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill())
  const ready = await new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve))
  return (JSON.parse(ready) as { url: string }).url
}
