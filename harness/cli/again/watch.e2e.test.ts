import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { launchConformance, ordinaryEnv, program, runConformance } from '../../testing/run-program.ts'
import { startReference } from '../../testing/start-reference.ts'

const defect = 'password-not-checked-in-forms'
const declaration = {
  accounts: { plain: { username: 'ada', password: 'Grüße & Küsse = 100% +1' } },
  limits: { failedLogins: 0, failedLoginsPerAccount: 0 },
}

function startWatch(context: TestContext, cwd: string, words: readonly string[]) {
  const env = { ...ordinaryEnv(), TMPDIR: join(cwd, 'tmp') }
  const args = ['--watch', '--only', 'login.wrong-password', '--runs', '1', ...words]
  const { child, printed: output, ended } = launchConformance(args, { cwd, env })
  context.onTestFinished(() => void child.kill('SIGKILL'))
  return {
    output,
    says: (text: string) => expect.poll(() => output.stdout, { interval: 50 }).toContain(text),
    interrupt: async () => {
      child.kill('SIGINT')
      return (await ended).exitCode
    },
  }
}

/** Command lines of all processes that mention the folder. */
const processesIn = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => commandLine(pid))
    .filter((line) => line.includes(folder))

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

test('a server that comes back is judged again, and what is fixed is told; Ctrl-C leaves nothing', async (context) => {
  const cwd = createFreshFolder(context, { 'tmp/kept': '' })
  const wrong = await startReference('--defect', defect)
  const baseUrl = wrong.url
  writeFileSync(join(cwd, 'conformance.json'), JSON.stringify({ ...declaration, baseUrl }))

  const watch = startWatch(context, cwd, [])
  await watch.says('not-conformant, exit code 1: 0 fixed')
  expect(watch.output.stdout).toContain('newly failing login.wrong-password/')
  await wrong.stop()
  await startReference('--port', new URL(baseUrl).port)
  await watch.says('partial, exit code 0')
  const [, second = ''] = watch.output.stdout.split('Judging again')
  expect(second).toContain('fixed         login.wrong-password/')
  expect(second).toContain(' 0 newly failing, 0 still failing')

  expect(await watch.interrupt()).toBe(130)
  expect(watch.output.stderr).toBe('')
  expect(processesIn(join(cwd, 'tmp'))).toEqual([])
  expect(readdirSync(join(cwd, 'tmp'))).toEqual(['kept'])
})

test('with start, a changed file starts the server again; a broken declaration is told and waited for', async (context) => {
  const server = `'${process.execPath}' '${program('reference-server')}' start --port 0 --fast-hash`
  const script = (words: string) => `exec ${server} ${words}\n`
  const text = JSON.stringify({ ...declaration, start: { command: 'sh serve.sh' } })
  const cwd = createFreshFolder(context, {
    'tmp/kept': '',
    'serve.sh': script(''),
    'conformance.json': text,
  })
  const watch = startWatch(context, cwd, [])
  await watch.says('partial, exit code 0')
  writeFileSync(join(cwd, 'serve.sh'), script(`--defect ${defect}`))
  await watch.says('exit code 1')
  expect(watch.output.stdout).toContain('newly failing login.wrong-password/')
  writeFileSync(join(cwd, 'conformance.json'), '{ "acounts": {} }')
  await expect.poll(() => watch.output.stderr, { timeout: 60_000 }).toContain('did you mean accounts?')
  writeFileSync(join(cwd, 'serve.sh'), script(''))
  writeFileSync(join(cwd, 'conformance.json'), text)
  await watch.says('fixed         login.wrong-password/')
  expect(await watch.interrupt()).toBe(130)
  expect(processesIn(cwd)).toEqual([])
})

test('options that can never be right end it with 2', async (context) => {
  const cwd = createFreshFolder(context, { 'tmp/kept': '' })
  const words = ['--watch', '--bundled', '--only', 'login.jsn']
  expect(await runConformance(words, { cwd })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('did you mean login.json?'),
  })
})
