import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { packageFolder } from '../../subject/files/package-folder.ts'
import { startProcess } from '../../subject/process/process.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { conformanceProgram, ordinaryEnv } from '../../testing/run-program.ts'

const server = `'${process.execPath}' '${join(packageFolder(), 'bin/reference-server.js')}' start --fast-hash`
const defect = '--defect password-not-checked-in-forms'
const declaration = {
  accounts: { plain: { username: 'ada', password: 'Grüße & Küsse = 100% +1' } },
  limits: { failedLogins: 0, failedLoginsPerAccount: 0 },
}

function startWatch(context: TestContext, cwd: string, words: readonly string[]) {
  const env = { ...ordinaryEnv(), TMPDIR: join(cwd, 'tmp') }
  const args = [conformanceProgram(), '--watch', '--only', 'login.wrong-password', '--runs', '1', ...words]
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  context.onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => (output[stream] += text))
  const ended = new Promise((resolve) => child.on('close', resolve))
  return {
    output,
    says: (text: string) =>
      expect.poll(() => output.stdout, { timeout: 100_000, interval: 50 }).toContain(text),
    interrupt: async () => {
      child.kill('SIGINT')
      return await ended
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
  const start = async (words: string) => {
    const started = await startProcess({
      command: `${server} ${words}`,
      cwd,
      env: ordinaryEnv(),
      timeoutMs: 60_000,
    })
    context.onTestFinished(() => started.stop())
    return started
  }
  const wrong = await start(`--port 0 ${defect}`)
  const baseUrl = wrong.url ?? ''
  writeFileSync(join(cwd, 'conformance.json'), JSON.stringify({ ...declaration, baseUrl }))

  const watch = startWatch(context, cwd, [])
  await watch.says('not-conformant, exit code 1: 0 fixed')
  expect(watch.output.stdout).toContain('newly failing login.wrong-password/')
  await wrong.stop()
  await start(`--port ${new URL(baseUrl).port}`)
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
  const script = (words: string) => `exec ${server} --port 0 ${words}\n`
  const text = JSON.stringify({ ...declaration, start: { command: 'sh serve.sh' } })
  const cwd = createFreshFolder(context, {
    'tmp/kept': '',
    'serve.sh': script(''),
    'conformance.json': text,
  })
  const watch = startWatch(context, cwd, [])
  await watch.says('partial, exit code 0')
  writeFileSync(join(cwd, 'serve.sh'), script(defect))
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
  const { runConformance } = await import('../../testing/run-program.ts')
  const words = ['--watch', '--bundled', '--only', 'login.jsn']
  expect(await runConformance(words, { cwd })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('did you mean login.json?'),
  })
})
