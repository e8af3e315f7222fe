import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CommandFailed, runCommand } from './command.ts'
import { packageFolder } from '../files/package-folder.ts'
import { gone, isAlive } from '../testing/is-alive.ts'

const options = { cwd: tmpdir(), env: { PATH: process.env.PATH, GREETING: 'hello world' }, timeoutMs: 20_000 }

test('exit code and output of a command are returned', async () => {
  const result = await runCommand('echo "$GREETING"; echo no >&2; exit 3', options)

  expect(result).toEqual({ exitCode: 3, stdout: 'hello world\n', stderr: 'no\n' })
})

test('a command that does not exist has an exit code too', async () => {
  expect((await runCommand('no-such-command-here', options)).exitCode).toBe(127)
})

test('a command that takes too long is ended', async () => {
  const started = runCommand('sleep 1000', { ...options, timeoutMs: 50 })

  await expect(started).rejects.toThrow(new CommandFailed('did not end within 50 ms: sleep 1000'))
})

test('what still runs dies with the process that asked for it, however that ends', async () => {
  const module = join(packageFolder(), 'dist/harness/subject/commands/command.js')
  const cwd = mkdtempSync(join(tmpdir(), 'command-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const code = `
    import { runCommand } from ${JSON.stringify(module)}
    const ended = runCommand('echo $$ >pid.new && mv pid.new pid; sleep 1000', ${JSON.stringify({ ...options, cwd, timeoutMs: 1_000_000 })})
    console.log('running')
    await ended`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // The command may write its file before the process has gone on to watch over it.
  await once(parent.stdout, 'data')
  while (!existsSync(join(cwd, 'pid'))) await new Promise((resolve) => setTimeout(resolve, 10))
  const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')

  await gone(pid)
})

test('many at once have their own results', async () => {
  const started = Array.from({ length: 20 }, (_, index) => runCommand(`echo ${index}`, options))

  expect((await Promise.all(started)).map(({ stdout }) => Number(stdout))).toEqual([...started.keys()])
})

test('a command that a signal ends is not a rejection', async () => {
  await expect(runCommand('kill -9 $$', options)).rejects.toThrow('was ended by SIGKILL')
})

test('a command in a folder that does not exist fails', async () => {
  expect((await runCommand('true', { ...options, cwd: '/nonexistent' })).exitCode).toBe(127)
})
