import type { Dispatcher } from 'undici'
import type { Header, WireRequest } from '../exchange.ts'
import { largeBytes, type LargeBodies } from '../large-bodies.ts'
import { createTimeLimit } from './time-limit.ts'
import { NoAnswerInTime } from './wire-failure.ts'

/** The answer, and when it came, in milliseconds on a monotonic clock. */
export interface Answer {
  status: number
  headers: Header[]
  body: Buffer
  truncated: boolean
  isOneTooMany?: boolean
  sentAt: number
  answeredAt: number
}

export interface Bounds {
  timeoutMs: number
  maxBodyBytes: number
  largeBodies: LargeBodies
  now: () => number
}

/** Notified when a request is about to be sent on a connection, and when its answer is complete. */
export interface Listener {
  sent(): void
  answered(): void
}

/** Sends one request through an undici dispatcher. Does not change it, follow redirects or retry. */
export function dispatch(
  dispatcher: Dispatcher,
  request: WireRequest,
  extra: { path: string; servername?: string },
  bounds: Bounds,
  listener: Listener,
): Promise<Answer> {
  const { timeoutMs, maxBodyBytes, largeBodies, now } = bounds
  return new Promise((resolve, reject) => {
    let settled: Error | undefined
    let abort: ((error: Error) => void) | undefined
    let resume = () => {}
    let isPaused = false
    let sentAt = now()
    let status = 0
    let headers: Header[] = []
    const body = largeBodies.read(maxBodyBytes)
    let leavePlace: (() => void) | undefined

    const settle = (reason: Error, action: () => void) => {
      if (settled) return
      settled = reason
      limit.end()
      leavePlace?.()
      action()
    }
    const fail = (error: Error) =>
      settle(error, () => {
        abort?.(error)
        reject(error)
      })
    const finish = (truncated: boolean) => {
      const answeredAt = now()
      const { isOneTooMany } = body
      settle(done, () =>
        resolve({ status, headers, body: body.end(), truncated, isOneTooMany, sentAt, answeredAt }),
      )
    }
    const limit = createTimeLimit(timeoutMs, now, (waitedMs) => fail(new NoAnswerInTime(waitedMs)))

    dispatcher.dispatch(
      {
        method: request.method as Dispatcher.HttpMethod,
        headers: request.headers.flat(),
        body: request.body ?? null,
        ...extra,
      },
      // The newer form of these functions would have undici parse each header a second time.
      {
        onConnect(abortRequest) {
          abort = abortRequest
          if (settled) abort(settled)
          listener.sent()
          sentAt = now()
        },
        onHeaders(code, rawHeaders, resumeBody) {
          resume = resumeBody
          if (code >= 200) {
            status = code
            headers = pairs(rawHeaders)
          }
          return true
        },
        onData(chunk) {
          if (settled) return true
          body.add(chunk)
          if (body.length > maxBodyBytes || body.isOneTooMany) {
            finish(true)
            abort?.(done)
          } else if (body.length > largeBytes && leavePlace === undefined) {
            leavePlace = largeBodies.takePlace({
              wait() {
                isPaused = true
                limit.pause()
              },
              goOn() {
                isPaused = false
                limit.resume()
                resume()
              },
            })
          }
          return !isPaused
        },
        onComplete() {
          listener.answered()
          finish(false)
        },
        onError: fail,
      },
    )
  })
}

const done = new Error('done with')

/** Header bytes are Latin-1 on the wire (RFC 9110 section 5.5): each byte becomes one character. */
function pairs(raw: readonly Buffer[]): Header[] {
  const headers: Header[] = []
  for (let index = 0; index < raw.length; index += 2) {
    const [name, value] = [raw[index], raw[index + 1]]
    if (name && value) headers.push([name.toString('latin1'), value.toString('latin1')])
  }
  return headers
}
