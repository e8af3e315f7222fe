import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import type { Report } from '../../../reports/report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { runConformance } from '../../testing/run-program.ts'
import { certificates } from '../../wire/testing/certificates.ts'
import {
  startCannedServer,
  startHttpServer,
  startHttpsServer,
  startTcpServer,
} from '../../wire/testing/servers.ts'

const declaration = `
accounts:
  plain: { username: ada, password: a-password-of-hers }
privateTokens:
  plain: { username: ada, token: e47af8a3d267bf878f17ab95106497e207b5f029 }
`

const impatient = 'limits: { timeoutMs: 300 }\n'

async function judge(context: TestContext, baseUrl: string, args: string[] = [], limits = '') {
  const cwd = createFreshFolder(context, { 'conformance.yaml': declaration + limits })
  const ended = await runConformance(['--base-url', baseUrl, '--out', 'conformance-report', ...args], { cwd })
  const file = join(cwd, 'conformance-report', 'report.json')
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  return { ...ended, report }
}

/** The result of a run that reached no server: the reason on one line, no report, and no stack trace. */
const unreachable = (baseUrl: string, message: string) => ({
  exitCode: 6,
  stdout: `Judging ${baseUrl}\n`,
  stderr: `${message}\n`,
  report: undefined,
})

test('a host that is not there', async (context) => {
  expect(await judge(context, 'http://no-such-host.invalid')).toMatchObject({
    exitCode: 6,
    stderr: expect.stringMatching(
      /^The host no-such-host\.invalid is unknown \(E\w+\); check the base URL and the name server\.\n$/,
    ),
  })
})

test('a port that nothing listens on', async (context) => {
  expect(await judge(context, 'http://127.0.0.1:1')).toEqual(
    unreachable(
      'http://127.0.0.1:1',
      '127.0.0.1:1 accepts no connections (ECONNREFUSED); is the server running, and is this the right port?',
    ),
  )
})

test('a certificate that nobody here knows', async (context) => {
  const { url, port } = await startHttpsServer(certificates.selfSigned, (_, response) => response.end('[]'))
  expect(await judge(context, url)).toEqual(
    unreachable(
      url,
      `The certificate of 127.0.0.1:${port} is signed by an authority that is not known here ` +
        '(DEPTH_ZERO_SELF_SIGNED_CERT); name its PEM file in tls.ca, or set tls.insecure.',
    ),
  )
})

test('a server that never answers: given up after limits.timeoutMs', async (context) => {
  const { url, port } = await startTcpServer(() => {})
  expect(await judge(context, url, [], impatient)).toEqual(
    unreachable(
      url,
      `127.0.0.1:${port} gave no complete answer to GET /api/v1/users/users/ within 300 ms; ` +
        'find out why it hangs, or raise limits.timeoutMs.',
    ),
  )
})

test('a server that stops in the middle of its answer', async (context) => {
  const half = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"tok'
  const { url } = await startCannedServer(half, () => {})
  expect(await judge(context, url, [], impatient)).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('gave no complete answer'),
  })
})

test('a server that cuts its answer', async (context) => {
  const half = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"tok'
  const { url, port } = await startCannedServer(half)
  expect(await judge(context, url)).toEqual(
    unreachable(
      url,
      `127.0.0.1:${port} closed the connection before its answer to GET /api/v1/users/users/ was complete; ` +
        "look into the server's log, or whether it speaks https.",
    ),
  )
})

test('a server that speaks no HTTP', async (context) => {
  const { url } = await startCannedServer('SSH-2.0-OpenSSH_9.2\r\n')
  expect(await judge(context, url)).toMatchObject({
    exitCode: 6,
    stderr: expect.stringMatching(
      /^\S+ answered GET \S+ with something that is not HTTP.*is the scheme correct \(http or https\)\?\n$/,
    ),
    report: undefined,
  })
})

test('a server that sends 100 MB is cut, which proves nothing: nothing passes, and nothing fails', async (context) => {
  const megabyte = Buffer.alloc(1024 * 1024, ' ')
  const { url } = await startHttpServer((_, response) => {
    let sent = 0
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (sent++ < 100) if (!response.write(megabyte)) return void response.once('drain', more)
      response.end()
    }
    response.on('error', () => {})
    more()
  })
  const { exitCode, report, stderr } = await judge(context, url, [
    '--only',
    'anonymous',
    '--only',
    'login.json',
  ])
  expect(exitCode).toBe(3)
  expect(stderr).toBe('')
  expect(report).toMatchObject({ conclusion: 'partial', complete: true })
  expect(report?.totals.must.pass).toBe(0)
})

test.for([
  ['a dead port', '127.0.0.1:1', 'the clock control gave no answer: 127.0.0.1:1 accepts no connections'],
  ['the subject itself', '', 'GET /control/clock of the clock control answered 404'],
])('a clock control that is %s, while the subject answers', async ([, place, says], context) => {
  const { url } = await startHttpServer((_, response) => response.writeHead(404).end())
  const control = place === '' ? url : `http://${place}`
  const ended = await judge(context, url, [], `clock: { kind: control, url: '${control}/control' }\n`)
  expect(ended).toMatchObject({ exitCode: 2, report: undefined })
  expect(ended.stderr).toMatch(`clock.url: ${says}`)
  expect(ended.stderr).toMatch(/[.?] Start it, correct the URL, or leave the clock out\.\n$/)
})

test('neither the control nor the subject answers: it is the subject that is told of', async (context) => {
  const clock = "clock: { kind: control, url: 'http://127.0.0.1:2/control' }\n"
  const { exitCode, stderr } = await judge(context, 'http://127.0.0.1:1', [], clock)
  expect([exitCode, stderr.split(' ')[0]]).toEqual([6, '127.0.0.1:1'])
})
