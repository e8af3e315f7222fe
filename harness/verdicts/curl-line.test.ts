import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startHttpServer } from '../wire/testing/servers.ts'
import { curlLine } from './curl-line.ts'

const request = {
  method: 'GET',
  url: 'http://one.example/a',
  headers: [['Accept', '*/*']] as const,
  body: null,
}

test.each([
  ['a header that is not ASCII', { headers: [['Authorization', 'Bearer \u00e9']] as const }],
  ['a body of several lines', { body: 'a\nb' }],
  ['a body with what is no character', { body: 'a\ufffd' }],
  ['a unix socket', { url: 'unix:/run/api.sock:/a' }],
])('%s is nothing that a curl line sends as it was', (_, rest) => {
  expect(curlLine({ ...request, ...rest })).toBeUndefined()
})

/** Returns what a server receives if the line is pasted into a shell. */
async function pasted(line: string, server: { seen: unknown[] }): Promise<unknown> {
  await promisify(execFile)('sh', ['-c', `${line} -s`])
  return server.seen.pop()
}

async function startServer() {
  const seen: unknown[] = []
  const { url } = await startHttpServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { accept, 'content-type': type, 'x-a': extra } = incoming.headers
      seen.push({ method: incoming.method, target: incoming.url, accept, type, extra, body })
      response.end()
    })
  })
  return { seen, url }
}

const reason = process.env['REQUIRE_CLIENTS'] === '1' ? undefined : withoutCurl()
const title = 'what curl adds of its own is left out, and brackets are no pattern'

test.skipIf(reason)(`${title}${reason ?? ''}`, async () => {
  const server = await startServer()
  const target = "/a/../b?x[]={1,2}&y='%7e"
  const line = curlLine({
    method: 'POST',
    url: server.url + target,
    headers: [['X-A', '']],
    body: '{"a": "@b $HOME"}',
  })
  expect(await pasted(line ?? '', server)).toEqual({
    method: 'POST',
    target,
    accept: undefined,
    type: undefined,
    extra: '',
    body: '{"a": "@b $HOME"}',
  })
})

/** What a title says if there is no curl and nobody requires it. */
function withoutCurl(): string | undefined {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return ' (skipped: curl --version fails here)'
  }
}
