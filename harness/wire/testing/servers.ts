import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions as HttpsOptions } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenLocally } from '../listen-locally.ts'

/** A server on a free loopback port that closes when the test that started it finishes. */
export interface TestServer {
  url: string
  port: number
  /** Connections accepted so far. */
  connections(): number
}

/** Passes each connection to `handle`, for bytes that no HTTP server would send. */
export function startTcpServer(handle: (socket: Socket) => void): Promise<TestServer> {
  return listening(createServer(handle), 'http')
}

export function startHttpServer(handle: RequestListener): Promise<TestServer> {
  return listening(createHttpServer(handle), 'http')
}

export function startHttpsServer(tls: HttpsOptions, handle: RequestListener): Promise<TestServer> {
  return listening(createHttpsServer(tls, handle), 'https')
}

/** Answers every connection with these bytes once a request's head has come, then calls `after`. */
export function startCannedServer(
  answer: string | Buffer,
  after: (socket: Socket) => void = (socket) => socket.end(),
) {
  return startTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write(answer, () => after(socket)))
  })
}

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  const { url, stop } = await listenLocally(createServer())
  await stop()
  return Number(new URL(url).port)
}

async function listening(server: Server, scheme: string): Promise<TestServer> {
  let connections = 0
  server.on('connection', () => connections++)
  const { url, stop } = await listenLocally(server)
  onTestFinished(stop)
  return { url: url.replace('http', scheme), port: Number(new URL(url).port), connections: () => connections }
}
