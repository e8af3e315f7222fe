import fastify from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startServer } from './index.ts'
import { createDrain } from './drain.ts'
import { certificate } from './testing/certificate.ts'

test('a stop cuts who never finishes a request, and answers a whole one that takes longer', async () => {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  let began = () => {}
  let release = () => {}
  const underWay = new Promise<void>((resolve) => (began = resolve))
  const held = new Promise<void>((resolve) => (release = resolve))
  app.get('/', async () => {
    began()
    await held
    return 'answered'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const drain = createDrain(app, { unfinishedMilliseconds: 1, answersMilliseconds: 600_000 })
  const { port } = app.server.address() as AddressInfo
  const answer = fetch(`http://127.0.0.1:${port}/`)
  await underWay
  const half = connect(port, '127.0.0.1', () => half.write('GET / HT'))
  half.on('error', () => {})
  const cut = new Promise((resolve) => half.once('close', resolve))
  await once(half, 'connect')
  const closed = drain()
  await cut
  release()

  expect(await (await answer).text()).toBe('answered')
  await closed
})

test('a stop waits for no answer for ever', async () => {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  let began = () => {}
  const underWay = new Promise<void>((resolve) => (began = resolve))
  app.get('/', () => {
    began()
    return new Promise(() => {})
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const drain = createDrain(app, { unfinishedMilliseconds: 1, answersMilliseconds: 2 })
  const { port } = app.server.address() as AddressInfo
  const failed = expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  await underWay
  await drain()
  await failed
})

test('a stop waits for no handshake of a client that begins none', { timeout: 30_000 }, async () => {
  const server = await startServer({ tls: certificate })
  const mute = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(mute, 'connect')
  mute.on('error', () => {})
  const gone = new Promise((resolve) => mute.once('close', resolve))
  await server.stop()
  await gone
})
