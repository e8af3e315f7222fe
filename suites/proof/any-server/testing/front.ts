import {
  createServer as createHttpServer,
  request,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { jsonIn } from '../../../../harness/wire/shown/json-in.ts'

/** A request as the front received it. */
export interface Asked {
  method: string
  /** The target as sent. */
  target: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Canned {
  status: number
  headers?: Record<string, string | string[]>
  body?: string
}

export interface Seen extends Asked {
  status: number
  answer: string
  /** Milliseconds since the front started. */
  atMs: number
}

export interface FrontOptions {
  /** Answers instead of the server behind the front; undefined passes the request on. */
  intercept?: (asked: Asked) => Canned | undefined | Promise<Canned | undefined>
  /** Changes the answer of the server behind the front. */
  alter?: (answer: Canned, asked: Asked) => Canned
  tls?: ServerOptions
  /** Acts as a forward proxy: targets are whole URLs, all for the server behind it. */
  proxy?: boolean
  /** A unix socket to listen on, instead of a port of loopback. */
  listen?: { path: string }
}

export interface Front {
  url: string
  seen: Seen[]
  /** Returns the most requests that were under way at one moment. */
  mostAtOnce(): number
}

/** Starts an HTTP server in front of another one. It records what passes, and answers itself if told to. */
export async function startFront(behind: string | undefined, options: FrontOptions = {}): Promise<Front> {
  const { intercept, alter, tls } = options
  const path = options.listen?.path
  const startedAt = performance.now()
  const seen: Seen[] = []
  let atOnce = 0
  let most = 0

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const atMs = performance.now() - startedAt
    most = Math.max(most, ++atOnce)
    const asked = {
      method: incoming.method ?? '',
      target: incoming.url ?? '',
      headers: incoming.headers,
      body: (await buffer(incoming)).toString(),
    }
    const canned =
      (await intercept?.(asked)) ??
      (await passOn(behind, incoming, options.proxy ? { ...asked, target: pathOf(asked.target) } : asked))
    const answer = alter ? alter(canned, asked) : canned
    seen.push({ ...asked, status: answer.status, answer: answer.body ?? '', atMs })
    atOnce--
    outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  }
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void handle(incoming, outgoing)
  const server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener)
  await new Promise<void>((resolve) =>
    server.listen(path === undefined ? { host: '127.0.0.1', port: 0 } : { path }, resolve),
  )
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  })
  const { port } = path === undefined ? (server.address() as AddressInfo) : { port: 0 }
  const url = path === undefined ? `${tls ? 'https' : 'http'}://127.0.0.1:${port}` : `unix:${path}`
  return { url, seen, mostAtOnce: () => most }
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]*/, '')

/** Passes on the header block unchanged, including duplicates and order. */
function passOn(behind: string | undefined, incoming: IncomingMessage, asked: Asked): Promise<Canned> {
  if (behind === undefined) return Promise.resolve({ status: 404 })
  const { hostname, port } = new URL(behind)
  return new Promise((resolve, reject) => {
    const passed = request(
      {
        host: hostname,
        port,
        method: asked.method,
        path: asked.target,
        headers: incoming.rawHeaders,
        agent: false,
      },
      (response) => {
        buffer(response).then((body) => {
          const { 'transfer-encoding': _, connection: __, ...headers } = response.headers
          resolve({
            status: response.statusCode ?? 0,
            headers: headers as Record<string, string | string[]>,
            body: body.toString(),
          })
        }, reject)
      },
    )
    passed.on('error', reject)
    passed.end(asked.body)
  })
}

/** Returns the fields of a login or a second step, JSON or form; undefined if the body has none. */
export function fieldsOf({ body, headers }: Asked): Record<string, unknown> | undefined {
  if (/x-www-form-urlencoded/.test(headers['content-type'] ?? ''))
    return Object.fromEntries(new URLSearchParams(body))
  const value = jsonIn(body)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}
