import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { readDeclaration } from '../declaration/declaration.ts'
import { startSubject, type Subject } from './start-subject.ts'
import { Unreachable, UsageError } from '../subject-error.ts'
import { freePort } from '../../wire/testing/servers.ts'
import { isAlive } from '../testing/is-alive.ts'

const asItIs = (output: string) => output

const readyLine = `echo '{"ready":true,"url":"http://127.0.0.1:1"}'`

async function startDeclared(declared: object): Promise<Subject> {
  const cwd = createFreshFolder({ onTestFinished }, { 'conformance.json': JSON.stringify(declared) })
  const declaration = readDeclaration(undefined, { env: process.env, cwd })
  const subject = await startSubject(declaration, process.env)
  onTestFinished(() => subject.stop())
  return subject
}

const hasEnded = (subject: Subject) => expect.poll(() => subject.endedByItself()).toBeDefined()

const printing = `${readyLine}; echo "issued tok-1 with $KEY"; echo '{"password":"pw"}'; sleep 0.2; exit 3`
const env = { KEY: 'k3y-of-env' }

test('a program that ended by itself is quoted, masked by the run, by what is declared and by how it looks', async () => {
  const subject = await startDeclared({ start: { command: printing, env } })
  await hasEnded(subject)
  expect(await subject.endedByItself()).toBe('exit code 3')
  expect(subject.outputNotes('exit code 3', (output) => output.replace('tok-1', '***'))).toEqual([
    'the server ended during the run (exit code 3); its last output:',
    expect.stringContaining('"ready":true'),
    '| issued *** with ***',
    '| {"password":***}',
  ])
})

test('of a program that does not start every line is shown that holds no secret', async () => {
  const password = 'corr&ct h"rse <b4ttery> stäple'
  const encoded = Buffer.from(`ada:${password}`).toString('base64')
  const long = `for n in $(seq 30); do echo "line $n: waiting for \\\\x64atabase %41 &amp; c2VydmVyLW9mLW91cnM"; done`
  const command = `${long}; echo "gave up on ${encoded}"; printf '%s\\n' "got $KEY"; echo 'no such database: users'; exit 1`
  const accounts = { plain: { username: 'ada', password } }
  const error = await startDeclared({ accounts, start: { command, env: { KEY: password } } }).catch(
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Unreachable)
  const lines = (error as Error).message.split('\n')
  expect(lines.slice(-3)).toEqual(['  | gave up on ***', '  | got ***', '  | no such database: users'])
  expect(lines.filter((line) => line.includes('waiting for'))).toHaveLength(30)
})

test('where nobody knows what the run issued, nothing is quoted', async () => {
  const subject = await startDeclared({ start: { command: printing, env } })
  await hasEnded(subject)
  expect(subject.outputNotes('exit code 3')).toEqual(['the server ended during the run (exit code 3)'])
})

test('one that is stopped is told without its output', async () => {
  const subject = await startDeclared({ start: { command: `${readyLine}; exec sleep 60` } })
  await subject.stop()
  expect(await subject.endedByItself()).toBeUndefined()
  expect(subject.outputNotes(undefined, asItIs)).toEqual([])
})

test('of one that printed nothing that is said', async () => {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const server = `require('http').createServer(({ url }, answer) => {
    answer.end(() => url === '/end' && process.exit(0))
  }).listen(${port}, '127.0.0.1')`
  const start = {
    command: `exec "$NODE" -e "$SERVER"`,
    readyUrl: baseUrl,
    env: { NODE: process.execPath, SERVER: server },
  }
  const subject = await startDeclared({ baseUrl, start })
  await fetch(`${baseUrl}/end`)
  await hasEnded(subject)
  const said = ['the server ended during the run (exit code 0); it printed nothing']
  expect(subject.outputNotes('exit code 0', asItIs)).toEqual(said)
  expect(subject.outputNotes('exit code 0')).toEqual(said)
})

test('a command that succeeds and leaves its server running has not ended', async () => {
  const subject = await startDeclared({ start: { command: `sleep 60 & ${readyLine}; sleep 0.2` } })
  // By the time this ends, the first shell has ended too.
  const after = await startDeclared({ start: { command: `${readyLine}; sleep 0.5` } })
  await hasEnded(after)
  expect(await subject.endedByItself()).toBeUndefined()
  await subject.stop()
  expect(await subject.endedByItself()).toBeUndefined()
})

test.each([
  ['url', { url: 'here' }, 'must start with http:// or https://, for example http://here'],
  ['control', { url: 'http://127.0.0.1:1', control: 'http://h/?a' }, 'must end with its path'],
])('a ready line whose %s is no address is rejected', async (name, addresses, wrong) => {
  const line = JSON.stringify({ ready: true, ...addresses })
  const started = startDeclared({ start: { command: `echo '${line}'; exec sleep 60` } })
  await expect(started).rejects.toThrow(`"${name}" in the ready line of the started program ${wrong}`)
})

test('a proxy variable that names none is a matter of usage, and what was started is stopped', async (context) => {
  const start = { command: `echo $$ > started; echo '{"ready":true,"url":"http://api.test"}'; exec sleep 60` }
  const cwd = createFreshFolder(context, { 'conformance.json': JSON.stringify({ start }) })
  const env = { ...process.env, http_proxy: 'socks5://proxy', no_proxy: '' }
  const started = startSubject(readDeclaration(undefined, { env, cwd }), env)
  await expect(started).rejects.toThrow(UsageError)
  expect(isAlive(Number(readFileSync(join(cwd, 'started'), 'utf8')))).toBe(false)
})
