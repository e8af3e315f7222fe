import fastify from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startServer } from '../index.ts'
import { createDrain } from './drain.ts'
import { certificate } from '../testing/certificate.ts'

/** Holds its answer until released; connections are kept alive. */
function heldApp() {
  const app = fastify({
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    keepAliveTimeout: 600_000,
  })
  let began = () => {}
  let release = () => {}
  const underWay = new Promise<void>((resolve) => (began = resolve))
  const held = new Promise<void>((resolve) => (release = resolve))
  app.get('/', async () => {
    began()
    await held
    return 'answered'
  })
  return { app, underWay, release }
}

test('a stop cuts who never finishes a request, and answers a whole one that takes longer', async () => {
  const { app, underWay, release } = heldApp()
  app.get('/quick', () => 'at once')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const drain = createDrain(app, { unfinishedMilliseconds: 1, answersMilliseconds: 600_000 })
  const { port } = app.server.address() as AddressInfo
  const answer = fetch(`http://127.0.0.1:${port}/`)
  await underWay
  // This connection got an answer before.
  const half = connect(port, '127.0.0.1', () =>
    half.write('GET /quick HTTP/1.1\r\nHost: here\r\n\r\nGET / HT'),
  )
  half.on('error', () => {})
  const cut = new Promise((resolve) => half.once('close', resolve))
  await once(half, 'data')
  const closed = drain()
  await cut
  release()

  expect(await (await answer).text()).toBe('answered')
  await closed
})

test.each([
  ['one request', 1],
  ['a second one behind it', 2],
])(
  'a connection that the client keeps ends once it is answered, before its time: %s',
  async (_, requests) => {
    const { app, underWay, release } = heldApp()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const drain = createDrain(app, { unfinishedMilliseconds: 600_000, answersMilliseconds: 600_000 })
    const kept = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const request = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'
    let answers = ''
    kept.on('data', (chunk) => (answers += String(chunk)))
    const over = once(kept, 'close')
    kept.write(request)
    await underWay
    const closed = drain()
    if (requests === 2) {
      const arrived = once(app.server, 'request')
      kept.write(request)
      await arrived
    }
    release()
    await closed
    await over
    expect(answers.match(/answered/g)).toHaveLength(requests)
  },
)

test('a stop waits for no answer for ever', async () => {
  const { app, underWay } = heldApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const drain = createDrain(app, { unfinishedMilliseconds: 1, answersMilliseconds: 2 })
  const { port } = app.server.address() as AddressInfo
  const failed = expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  await underWay
  await drain()
  await failed
})

test('a stop waits for no handshake of a client that begins none', async () => {
  const server = await startServer({ tls: certificate })
  const mute = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(mute, 'connect')
  mute.on('error', () => {})
  const gone = new Promise((resolve) => mute.once('close', resolve))
  await server.stop()
  await gone
})
