import type { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { WireFailure } from './exchange.ts'
import { createHttpWire } from './http.ts'
import { authority, certificates } from './testing/certificates.ts'
import { startHttpsServer } from './testing/servers.ts'

const { local, other, selfSigned } = certificates
const get = { method: 'GET', target: '/', headers: [] } as const

/** Starts a server that demands a client certificate of our authority, and opens a client with the given one. */
async function open(client: { cert?: string; key?: string }) {
  const demands = { ...local, ca: authority, requestCert: true, rejectUnauthorized: true }
  const { url } = await startHttpsServer(demands, (request, response) => {
    response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN)
  })
  const tls = { ca: authority, insecure: false, ...client }
  const wire = createHttpWire({ baseUrl: url, timeoutMs: 5000, requestsPerSecond: 0, concurrency: 4, tls })
  onTestFinished(() => wire.close())
  return wire
}

test('a client certificate is shown, on connections of their own too', async () => {
  const wire = await open(other)
  for (const headers of [[], [['Connection', 'x']]] as [string, string][][]) {
    const { response } = await wire.send({ ...get, headers })
    expect(Buffer.from(response.body).toString()).toBe('other')
  }
})

test.each([
  ['none', {}, 'tls', /demands a client certificate.* declare tls\.cert and tls\.key/],
  ['one that the server does not know', selfSigned, 'cut', /accepts the client certificate of tls\.cert/],
])('where a client certificate is demanded, %s', async (_, client, kind, message) => {
  const error: unknown = await (await open(client)).send(get).catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(WireFailure)
  expect(error).toMatchObject({ kind, message: expect.stringMatching(message) })
  expect(String(error)).not.toContain('PRIVATE')
})
