import type { Duplex } from 'node:stream'
import type { Answer, Bounds } from './dispatch.ts'
import type { WireRequest } from '../exchange.ts'
import { largeBytes } from '../large-bodies.ts'
import { RawResponseReader } from './raw-response.ts'
import { createTimeLimit } from './time-limit.ts'
import { NoAnswerInTime } from './wire-failure.ts'

/**
 * Sends a request over a separate connection that no HTTP library would send, such as one with two Host fields, Expect, or a
 * space in its target. Sends the request's bytes unchanged, and adds Host and Content-Length if they are missing.
 */
export function sendRaw(
  open: () => Promise<Duplex>,
  request: WireRequest,
  host: string,
  bounds: Bounds,
  heard: { isAnswered: boolean },
): Promise<Answer> {
  const { timeoutMs, maxBodyBytes, largeBodies, now } = bounds
  return new Promise((resolve, reject) => {
    let socket: Duplex | undefined
    let isOver = false
    let sentAt = now()
    let leavePlace: (() => void) | undefined
    const body = largeBodies.read(maxBodyBytes)
    const reader = new RawResponseReader(body, maxBodyBytes)

    const end = (action: () => void) => {
      if (isOver) return
      isOver = true
      limit.end()
      leavePlace?.()
      socket?.destroy()
      action()
    }
    const fail = (error: Error) => end(() => reject(error))
    const limit = createTimeLimit(timeoutMs, now, (waitedMs) => fail(new NoAnswerInTime(waitedMs)))

    const read = (action: () => void) => {
      if (isOver) return
      const answeredAt = now()
      try {
        action()
      } catch (error) {
        return fail(error as Error)
      }
      const { status, headers, isDone, isTruncated: truncated } = reader
      if (!isDone) return
      heard.isAnswered = !truncated
      end(() => resolve({ status, headers, body: body.end(), truncated, sentAt, answeredAt }))
    }
    open().then((opened) => {
      socket = opened
      if (isOver) return void opened.destroy()
      opened.on('error', fail)
      opened.on('data', (chunk: Buffer) => {
        read(() => reader.add(chunk))
        if (isOver || body.length <= largeBytes || leavePlace !== undefined) return
        leavePlace = largeBodies.takePlace({
          wait() {
            opened.pause()
            limit.pause()
          },
          goOn() {
            limit.resume()
            opened.resume()
          },
        })
      })
      opened.on('end', () => read(() => reader.end()))
      sentAt = now()
      opened.write(requestBytes(request, host))
    }, fail)
  })
}

/** Returns the request as bytes; characters beyond Latin-1 in the head are encoded as UTF-8. */
function requestBytes({ method, target, headers, body }: WireRequest, host: string): Buffer {
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
  const isLatin1 = Buffer.from(head, 'latin1').toString('latin1') === head
  return Buffer.concat([Buffer.from(head, isLatin1 ? 'latin1' : 'utf8'), content])
}
