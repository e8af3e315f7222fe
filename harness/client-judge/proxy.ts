import { connect, createServer, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { clientCertificate, type TlsOptions } from '../wire/socket/connect.ts'
import type { Header } from '../wire/exchange.ts'
import { decodeBody } from '../wire/decode-body.ts'
import { createLargeBodies } from '../wire/large-bodies.ts'
import { listenLocally } from '../wire/listen-locally.ts'
import { createAnswerReader } from './read-answer.ts'
import { createRequestReader, NoRequest, type RawRequest } from './read-requests.ts'
import { headersOf, type GivenAnswer, type Recorded } from './recorded.ts'
import type { Time } from './time.ts'

/** A deliberate disturbance of one exchange. */
export interface Disturbance {
  /** Description for the report. */
  what: string
  /** Answer given by the proxy; nothing is forwarded. */
  answer?: GivenAnswer
  /** Target to forward to instead of the request's own. */
  target?: string
  /** Changes the server's answer, whose body comes decoded. */
  rewrite?: (answer: GivenAnswer) => GivenAnswer
  /** Sends the answer with only the first half of its body, then closes the connection. */
  cut?: true
  /** How long to delay the answer. */
  delayMs?: number
}

export interface ProxyOptions {
  /** Origin to forward to, `http://127.0.0.1:8080`. */
  upstream: string
  /** Options for an https origin. */
  tls?: TlsOptions | undefined
  /** Header lines added to forwarded requests. */
  added: readonly Header[]
  disturb: (exchange: Recorded) => Disturbance | undefined
  /** Called when a request is complete. The answer is added to the exchange later. */
  onRequest: (request: RawRequest) => Recorded
  time: Pick<Time, 'monotonic' | 'sleep'>
  /** Called for bytes on a connection that are not a request. */
  onGarbage: (problem: string) => void
}

export interface Proxy {
  /** `http://127.0.0.1:PORT` */
  origin: string
  stop(): Promise<void>
}

/** Starts a proxy on a free loopback port. Records and forwards, byte by byte, what a client sends. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const sockets = new Set<Socket>()
  // A client may end its side of a connection once it has sent its request; the answer still reaches it.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    track(sockets, near)
    serve(near, options, (far) => track(sockets, far))
  })
  const { url, stop } = await listenLocally(server)
  return {
    origin: url,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return stop()
    },
  }
}

function connectTo({ upstream, tls }: ProxyOptions): Socket {
  const { protocol, hostname, port } = new URL(upstream)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:') return connect(Number(port) || 80, host)
  return connectTls({
    host,
    port: Number(port) || 443,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(tls?.ca === undefined ? {} : { ca: tls.ca }),
    ...clientCertificate(tls ?? {}),
    rejectUnauthorized: !tls?.insecure,
  })
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket.setNoDelay(true))
  socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
}

/** Handles the requests of one connection in sequence, over one connection to the server. */
function serve(near: Socket, options: ProxyOptions, opened: (far: Socket) => void): void {
  const reader = createRequestReader(() => near.write('HTTP/1.1 100 Continue\r\n\r\n'))
  let last = Promise.resolve()
  let far: Socket | undefined
  const reach = () => {
    if (far && !far.destroyed) return far
    const made = connectTo(options)
    far = made
    opened(made)
    // If the server closes its connection, the client's is closed too.
    made.once('close', () => void last.then(() => near.end()))
    return made
  }
  near.on('data', (bytes: Buffer) => {
    try {
      for (const request of reader.add(bytes)) {
        const exchange = options.onRequest(request)
        last = last
          .then(() => exchangeOne(near, reach, request, exchange, options))
          .catch(() => void near.destroy())
      }
    } catch (error) {
      if (!(error instanceof NoRequest)) throw error
      options.onGarbage(error.message)
      void last.then(() =>
        near.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
      )
    }
  })
  near.once('end', () => void last.then(() => near.end())).once('close', () => far?.destroy())
}

async function exchangeOne(
  near: Socket,
  reach: () => Socket,
  request: RawRequest,
  exchange: Recorded,
  { added, disturb, time: { monotonic: now, sleep } }: ProxyOptions,
): Promise<void> {
  const plan = disturb(exchange)
  if (plan) exchange.disturbed = plan.what
  if (plan?.answer) {
    if (plan.delayMs !== undefined) await sleep(plan.delayMs)
    return give(near, request, exchange, plan.answer, now)
  }
  const given = await forward(reach(), forwarded(request, added, plan?.target), request)
  const bytes = withoutContinue(given.bytes)
  if (plan?.cut) {
    near.end(bytes.subarray(0, bytes.length - Math.ceil(given.answer.body.length / 2)))
    exchange.answeredAt = now()
    return
  }
  const answer = await decodedAnswer(given.answer)
  if (plan?.delayMs !== undefined) await sleep(plan.delayMs)
  if (plan?.rewrite) return give(near, request, exchange, plan.rewrite(answer), now)
  exchange.answer = answer
  const half = bytes.length - Math.ceil(given.answer.body.length / 2)
  if (plan?.delayMs !== undefined) {
    near.write(bytes.subarray(0, half))
    await sleep(betweenPartsMs)
    write(near, exchange, bytes.subarray(half))
  } else if (near.readableEnded) write(near, exchange, bytes.subarray(0, half), bytes.subarray(half))
  else write(near, exchange, bytes)
  exchange.answeredAt = now()
}

/** A client that has left, and not only ended its requests, takes the first part alone: it got no answer. */
function write(near: Socket, exchange: Recorded, ...parts: Uint8Array[]): void {
  for (const part of parts)
    near.write(part, (error) => {
      if (error) delete exchange.answer
    })
}

/** A slow answer comes in two parts: a client must not take the first one for all of it. */
const betweenPartsMs = 50

const interim = Buffer.from('HTTP/1.1 100 ')

/** A client that waits for leave to send the body got it from the proxy; a second one would make it send the body twice. */
const withoutContinue = (bytes: Buffer): Buffer =>
  bytes.subarray(0, interim.length).equals(interim) ? bytes.subarray(bytes.indexOf('\r\n\r\n') + 4) : bytes

/** Headers that a changed body no longer has. */
const ofBody = /^(content-length|content-encoding|transfer-encoding)$/i

function give(
  near: Socket,
  { method, headers: sent, head }: RawRequest,
  exchange: Recorded,
  answer: GivenAnswer,
  now: () => number,
): void {
  exchange.answer = answer
  exchange.answeredAt = now()
  const isLast = isLastRequest(sent, head)
  const isReplaced = (name: string) => ofBody.test(name) || (isLast && /^connection$/i.test(name))
  const headers = answer.headers.filter(([name]) => !isReplaced(name))
  const end = isLast ? [['connection', 'close'] as const] : []
  const lines = [...headers, ...end, ['content-length', String(answer.body.length)]].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const sentHead = Buffer.from(`HTTP/1.1 ${answer.status} \r\n${lines.join('')}\r\n`, 'latin1')
  write(near, exchange, sentHead, ...(method === 'HEAD' ? [] : [answer.body]))
  if (isLast) near.end()
}

/** True if the client waits for the end of the connection after the answer (RFC 9112, sections 9.3 and 9.6). */
function isLastRequest(headers: readonly Header[], head: Buffer): boolean {
  const options = headersOf(headers, 'connection').join(',')
  if (/(^|,)\s*close\s*(,|$)/i.test(options)) return true
  const isOld = / HTTP\/1\.0\r\n/.test(head.toString('latin1', 0, head.indexOf('\r\n', 4) + 2))
  return isOld && !/(^|,)\s*keep-alive\s*(,|$)/i.test(options)
}

/** Returns the original bytes with this target, and our own header lines after the request line. */
function forwarded(
  { head, rawBody, target }: RawRequest,
  added: readonly Header[],
  instead = target,
): Buffer {
  // An empty line may come first; no request line is as short.
  const lineEnd = head.indexOf('\r\n', 2) + 2
  const line = head.toString('latin1', 0, lineEnd).replace(/ \S+ /, () => ` ${instead} `)
  const own = added.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(line + own, 'latin1'), head.subarray(lineEnd), rawBody])
}

function forward(
  far: Socket,
  bytes: Buffer,
  { method }: RawRequest,
): Promise<{ answer: GivenAnswer; bytes: Buffer }> {
  const reader = createAnswerReader(method)
  return new Promise((resolve, reject) => {
    const done = (answer: GivenAnswer) => {
      far.off('data', onData).off('end', onEnd).off('close', onClose)
      resolve({ answer, bytes: reader.bytes() })
    }
    const onData = (part: Buffer) => {
      try {
        const answer = reader.add(part)
        if (answer) done(answer)
      } catch (error) {
        reject(error as Error)
      }
    }
    const onEnd = () => {
      try {
        done(reader.end())
      } catch (error) {
        reject(error as Error)
      }
    }
    const onClose = () => reject(new Error('the server closed the connection'))
    far.on('data', onData).once('end', onEnd).once('close', onClose)
    far.write(bytes)
  })
}

const maxDecodedBytes = 64 * 1024 * 1024

/** Returns an answer with its body decoded; as it is, if its coding is not known or the body is not in it. */
async function decodedAnswer(answer: GivenAnswer): Promise<GivenAnswer> {
  const encoded = { body: Buffer.from(answer.body), truncated: false }
  try {
    const { body } = await decodeBody(answer.headers, encoded, maxDecodedBytes, createLargeBodies())
    return { ...answer, body }
  } catch {
    return answer
  }
}
