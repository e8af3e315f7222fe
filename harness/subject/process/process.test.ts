import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { packageFolder } from '../files/package-folder.ts'
import { startProcessGroup } from './process-group.ts'
import { startProcess, type StartProcessOptions } from './process.ts'
import { shellQuote } from './shell-quote.ts'
import { Unreachable, UsageError } from '../subject-error.ts'
import { freePort, startHttpServer } from '../../wire/testing/servers.ts'
import { gone, isAlive } from '../testing/is-alive.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'process-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const node = shellQuote(process.execPath)
/** Returns a shell command that runs this script. */
const script = (code: string) => {
  writeFileSync(join(folder, 'script.mjs'), code)
  return `${node} script.mjs`
}
const start = (command: string, options: Partial<StartProcessOptions> = {}) =>
  startProcess({ command, cwd: folder, env: { PATH: process.env.PATH }, timeoutMs: 20_000, ...options })

const ready = `console.log(JSON.stringify({ ready: true, url: 'http://127.0.0.1:1', control: 'http://127.0.0.1:2', pid: process.pid }))`
const stays = 'setInterval(() => {}, 1000)'

test('the ready line gives the addresses, and lines before it are no hindrance', async () => {
  const command = script(`console.log('starting'); console.log('{"level":30}'); ${ready}; ${stays}`)
  const server = await start(command)
  await server.stop()

  expect(server).toMatchObject({ url: 'http://127.0.0.1:1', control: 'http://127.0.0.1:2' })
  expect(server.lastOutput()).toMatch(/^starting\n\{"level":30\}\n/)
})

test('the children are ended too, also one that ignores SIGTERM', async () => {
  const child = `process.on('SIGTERM', () => {}); console.log(process.pid); ${stays}`
  const command = script(`
    import { spawn } from 'node:child_process'
    spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })
    ${stays}`)
  const group = startProcessGroup(command, { cwd: folder, env: process.env })
  const [pid] = (await once(createInterface({ input: group.child.stdout }), 'line')) as [string]
  expect(isAlive(Number(pid))).toBe(true)
  await group.end(50)

  await gone(Number(pid))
})

test.runIf(process.platform === 'linux')(
  'a child that left the group with a session of its own is ended as well',
  async () => {
    const child = `console.log(process.pid); ${stays}`
    const command = script(`
    import { spawn } from 'node:child_process'
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { detached: true })
    child.stdout.once('data', (pid) => { console.log('child ' + pid); ${ready} })
    ${stays}`)
    const server = await start(command)
    const pid = Number(/child (\d+)/.exec(server.lastOutput())?.[1])
    expect(isAlive(pid)).toBe(true)
    await server.stop()

    expect(isAlive(pid)).toBe(false)
  },
)

test('a server that handles SIGTERM ends in its own way', async () => {
  const server = await start(
    script(`process.on('SIGTERM', () => { console.log('drained'); process.exit(0) }); ${ready}; ${stays}`),
  )
  await server.stop()

  expect(server.lastOutput()).toMatch(/drained$/)
})

test('readyUrl: ready when it answers, whatever the status, but for a gateway that says not yet', async () => {
  const command = script(`
    import { createServer } from 'node:http'
    let asked = 0
    createServer((_, response) => { console.log(++asked); response.writeHead(asked < 3 ? 503 : 404).end() }).listen(PORT, '127.0.0.1')`)
  const port = await freePort()
  writeFileSync(
    join(folder, 'script.mjs'),
    readFileSync(join(folder, 'script.mjs'), 'utf8').replace('PORT', String(port)),
  )
  const server = await start(command, { readyUrl: `http://127.0.0.1:${port}/` })
  await server.stop()

  expect(server.lastOutput()).toBe('1\n2\n3')
})

test('where another server is at readyUrl, nothing is run: it would be judged instead of the one that starts', async () => {
  const { url } = await startHttpServer((_, response) => response.writeHead(404).end())
  const command = script(`import { writeFileSync } from 'node:fs'; writeFileSync('ran', '')`)

  const started = start(command, { readyUrl: url })
  await expect(started).rejects.toThrow(UsageError)
  await expect(started).rejects.toThrow(/start\.readyUrl answers before .*stop it, or take start out/)
  expect(existsSync(join(folder, 'ran'))).toBe(false)
})

test('a server that dies early is shown with its last output', async () => {
  const error = await start(script(`console.error('no database'); process.exitCode = 3`)).catch(
    (reason: unknown) => reason,
  )

  expect(error).toBeInstanceOf(Unreachable)
  expect((error as Error).message).toBe(
    'start.command ended (exit code 3) before it was ready. Its last output:\n  | no database',
  )
})

test('a program that goes into the background is told to stay', async () => {
  await expect(start('true')).rejects.toThrow(
    'start.command ended (exit code 0) before it was ready; a server has to stay in the foreground.',
  )
})

test('a command that the shell does not find is a matter of the declaration', async () => {
  await expect(start('no-such-command-here')).rejects.toThrow(UsageError)
})

test('a server that stays mute is stopped, and the message says what to declare', async () => {
  const error = await start(script(`console.log(process.pid); ${stays}`), { timeoutMs: 1500 }).catch(
    (reason: unknown) => reason,
  )

  expect((error as Error).message).toMatch(/printed no line .* within 1500 ms; declare start\.readyUrl/)
  await gone(Number(/\| (\d+)/.exec((error as Error).message)?.[1]))
})

test('nothing is inherited beside the given environment', async () => {
  const server = await start(
    script(`console.log(process.env.NODE_ENV ?? 'unset', process.env.GIVEN); ${ready}; ${stays}`),
    {
      env: { PATH: process.env.PATH, GIVEN: 'yes' },
    },
  )
  onTestFinished(() => server.stop())

  expect(server.lastOutput()).toContain('unset yes')
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'the group and who left it die with the process that started them, by %s',
  async (signal) => {
    compile('process-group.ts')
    const child = `console.log('up ' + process.pid); ${stays}`
    const command = script(`
    import { spawn } from 'node:child_process'
    spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { detached: process.platform === 'linux', stdio: 'inherit' })
    ${stays}`)
    const code = `
    import { startProcessGroup } from './subject/process/process-group.js'
    startProcessGroup(${JSON.stringify(command)}, { cwd: '.', env: process.env, marked: true }).child.stdout.pipe(process.stdout)`
    writeFileSync(join(folder, 'parent.mjs'), code)
    const parent = spawn(process.execPath, ['parent.mjs'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
    const pid = Number(/up (\d+)/.exec(line)?.[1])
    expect(isAlive(pid)).toBe(true)
    parent.kill(signal)

    await gone(pid)
  },
)

/** Compiles a source of this folder to JavaScript in the test's folder, so that it can run as a separate process. */
function compile(source: string): void {
  const root = packageFolder()
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = [
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
    '--typeRoots',
    join(root, 'node_modules/@types'),
  ]
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  execFileSync(
    process.execPath,
    [
      tsc,
      '--ignoreConfig',
      '--rewriteRelativeImportExtensions',
      ...options,
      '--outDir',
      folder,
      join(root, 'harness/subject/process', source),
    ],
    {
      stdio: 'inherit',
    },
  )
}
