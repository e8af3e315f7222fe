import type { Socket } from 'node:net'
import type { Answer, Bounds } from './dispatch.ts'
import type { WireRequest } from './exchange.ts'
import { readRawResponse } from './raw-response.ts'
import { NoAnswerInTime } from './wire-failure.ts'

/**
 * Sends a request that no HTTP library sends, such as one with two Host fields, Expect, or a space in its target, over a
 * connection of its own. The bytes are those of the request; Host and Content-Length are added where they are missing.
 */
export function sendRaw(
  open: () => Promise<Socket>,
  request: WireRequest,
  host: string,
  bounds: Bounds,
): Promise<Answer> {
  const { timeoutMs, maxBodyBytes, signal, now } = bounds
  return new Promise((resolve, reject) => {
    let socket: Socket | undefined
    let isOver = false
    let sentAt = now()
    const received: Buffer[] = []

    const end = (action: () => void) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      socket?.destroy()
      action()
    }
    const fail = (error: Error) => end(() => reject(error))
    const stop = () => fail(signal!.reason as Error)
    const timer = setTimeout(() => fail(new NoAnswerInTime()), timeoutMs)
    signal?.addEventListener('abort', stop)

    const read = (hasEnded: boolean) => {
      const answeredAt = now()
      try {
        const response = readRawResponse(Buffer.concat(received), hasEnded, maxBodyBytes)
        if (!response?.done) return
        const { status, headers, body, truncated } = response
        end(() => resolve({ status, headers, body, truncated, sentAt, answeredAt }))
      } catch (error) {
        fail(error as Error)
      }
    }
    open().then((opened) => {
      socket = opened
      if (isOver) return void socket.destroy()
      socket.on('error', fail)
      socket.on('data', (chunk: Buffer) => {
        received.push(chunk)
        read(false)
      })
      socket.on('end', () => read(true))
      sentAt = now()
      socket.write(requestBytes(request, host))
    }, fail)
  })
}

/** The request as bytes; characters beyond Latin-1 in the head go out as UTF-8. */
export function requestBytes({ method, target, headers, body }: WireRequest, host: string): Buffer {
  const has = (name: string) => headers.some(([field]) => field.toLowerCase() === name)
  const content = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body ?? '')
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(has('host') ? [] : [`Host: ${host}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || has('content-length') || has('transfer-encoding')
      ? []
      : [`Content-Length: ${content.length}`]),
  ]
  const head = `${lines.join('\r\n')}\r\n\r\n`
  const isLatin1 = ![...head].some((character) => character.codePointAt(0)! > 0xff)
  return Buffer.concat([Buffer.from(head, isLatin1 ? 'latin1' : 'utf8'), content])
}
