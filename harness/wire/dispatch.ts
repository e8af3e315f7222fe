import type { Dispatcher } from 'undici'
import type { Header, WireRequest } from './exchange.ts'
import type { Sender } from './undici.ts'
import { NoAnswerInTime } from './wire-failure.ts'

/** What came back, and when: milliseconds on a monotonic clock. */
export interface Answer {
  status: number
  headers: Header[]
  body: Uint8Array
  truncated: boolean
  sentAt: number
  answeredAt: number
}

export interface Bounds {
  timeoutMs: number
  maxBodyBytes: number
  signal: AbortSignal | undefined
  now: () => number
}

/** Sends one request through an undici dispatcher, which neither changes it nor follows or repeats anything. */
export function dispatch(
  dispatcher: Sender,
  request: WireRequest,
  extra: { path: string; servername?: string },
  bounds: Bounds,
): Promise<Answer> {
  const { timeoutMs, maxBodyBytes, signal, now } = bounds
  return new Promise((resolve, reject) => {
    let settled: Error | undefined
    let controller: Dispatcher.DispatchController | undefined
    let sentAt = now()
    let status = 0
    let headers: Header[] = []
    const chunks: Buffer[] = []
    let length = 0

    const settle = (reason: Error, action: () => void) => {
      if (settled) return
      settled = reason
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      action()
    }
    const fail = (error: Error) =>
      settle(error, () => {
        controller?.abort(error)
        reject(error)
      })
    const finish = (truncated: boolean) => {
      const answeredAt = now()
      const body = Buffer.concat(chunks, Math.min(length, maxBodyBytes))
      settle(done, () => resolve({ status, headers, body, truncated, sentAt, answeredAt }))
    }
    const stop = () => fail(signal!.reason as Error)
    const timer = setTimeout(() => fail(new NoAnswerInTime()), timeoutMs)
    signal?.addEventListener('abort', stop)

    dispatcher.dispatch(
      {
        method: request.method as Dispatcher.HttpMethod,
        headers: request.headers.flat(),
        body: request.body ?? null,
        ...extra,
      },
      {
        onRequestStart(started) {
          controller = started
          if (settled) started.abort(settled)
          sentAt = now()
        },
        onResponseStart(started, code) {
          if (code < 200) return
          status = code
          headers = pairs(started.rawHeaders as Buffer[])
        },
        onResponseData(started, chunk) {
          if (settled) return
          chunks.push(chunk)
          length += chunk.length
          if (length <= maxBodyBytes) return
          finish(true)
          started.abort(done)
        },
        onResponseEnd: () => finish(false),
        onResponseError: (_, error) => fail(error),
      },
    )
  })
}

const done = new Error('done with')

/** Header bytes are Latin-1 on the wire (RFC 9110 section 5.5); every byte stays one character. */
function pairs(raw: readonly Buffer[]): Header[] {
  const headers: Header[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.push([raw[index]!.toString('latin1'), raw[index + 1]!.toString('latin1')])
  }
  return headers
}
