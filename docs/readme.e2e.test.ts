import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, type TestContext } from 'vitest'
import { createFreshFolder } from '../harness/testing/fresh-folder.ts'
import { runProgram } from '../harness/testing/run-program.ts'
import { startServer } from '../harness/testing/start-reference.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1] ?? '')

describe('what the README shows', () => {
  test('is the output of a run, but for its figures', async (context) => {
    const { stdout, exitCode } = await run(context, 'npx conformance --bundled')
    const shown = blocks('text').find((block) => block.startsWith('Judging')) ?? ''
    expect(exitCode).toBe(0)
    expect(withoutFigures(shown)).toBe(withoutFigures(stdout))
  })

  test('are commands that work', async (context) => {
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

  test('is how a server of yours is judged', async (context) => {
    const start = commands('npx reference-server start')
    const judge = commands('npx conformance --base-url')
    const { url } = await startOnFreePorts(start)
    const { exitCode, stdout } = await run(context, judge.replace('http://127.0.0.1:8080', url))
    expect(exitCode).toBe(3)
    expect(stdout).toContain('declare accounts.plain')
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
  return runProgram(process.execPath, [join(root, 'bin', `${name}.js`), ...args], {
    cwd: createFreshFolder(context),
  })
}

async function jsonOf<T>(context: TestContext, line: string): Promise<T> {
  const { stdout } = await run(context, line)
  return JSON.parse(stdout) as T
}

/** The line as it stands, but for its ports: those may be in use here. */
const startOnFreePorts = (line: string) =>
  startServer(
    ...line
      .replaceAll(/port \d+/g, 'port 0')
      .split(' ')
      .slice(2),
  )
