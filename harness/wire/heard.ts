import type { After, WireResponse } from './exchange.ts'
import { RawResponseReader } from './raw-response.ts'

/** Longest that is kept of what comes on a connection: a rejection is short, and what follows a long list says nothing. */
const mostBytes = 256 * 1024

/** All that came on a connection from the moment a request was sent, past the end of its answer. */
export class Heard implements After {
  readonly #chunks: Buffer[] = []
  #length = 0
  #awaited: (() => void) | undefined
  #resolve: () => void = () => {}
  hasEnded = false
  /** True once the answer to the request is complete. */
  isAnswered = false
  readonly #onMoreHeard: () => void

  /** @param onMoreHeard told where something comes after the answer was complete, and not at once behind it */
  constructor(onMoreHeard: () => void) {
    this.#onMoreHeard = onMoreHeard
  }

  add(chunk: Buffer): void {
    if (this.isAnswered) this.#onMoreHeard()
    this.#length += chunk.length
    if (this.#length <= mostBytes) this.#chunks.push(chunk)
    else this.#chunks.length = 0
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /** Nothing more can come. */
  end(): void {
    this.hasEnded = true
    this.#resolve()
  }

  /** The connection stays open for what may follow; `action` makes the server end it. */
  onAwaited(action: () => void): void {
    this.#awaited = action
  }

  answers(): WireResponse[] {
    return this.#length > mostBytes ? [] : answersBehind(Buffer.concat(this.#chunks))
  }

  async ended(): Promise<void> {
    if (this.hasEnded || !this.#awaited) return
    const ended = new Promise<void>((resolve) => (this.#resolve = resolve))
    this.#awaited()
    await ended
  }
}

/**
 * The answers behind the first one. Bytes that are no answer by themselves count as the body of one with its head, or as the
 * rest of a body that is longer than it says.
 */
function answersBehind(bytes: Buffer): WireResponse[] {
  const first = read(bytes)
  if (!first) return []
  const behind: WireResponse[] = []
  let rest = bytes.subarray(first.length)
  while (rest.toString('latin1').trim() !== '') {
    const next = read(rest)
    // One that is cut says nothing.
    if (!next && rest.toString('latin1').startsWith('HTTP/1.')) return behind
    if (!next) {
      const { status, headers } = first
      const whole = Buffer.concat([first.body, rest])
      return [...behind, { status, headers, body: isJson(whole) ? whole : rest, truncated: false }]
    }
    const { status, headers, body, truncated } = next
    behind.push({ status, headers, body, truncated })
    rest = rest.subarray(next.length)
  }
  return behind
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString())
    return true
  } catch {
    return false
  }
}

function read(bytes: Buffer) {
  const parts: Buffer[] = []
  const sink = { length: 0, add: (part: Buffer) => void parts.push(part) }
  try {
    const reader = new RawResponseReader(sink, mostBytes)
    reader.add(bytes)
    reader.end()
    const { status, headers, length } = reader
    return { status, headers, body: Buffer.concat(parts), truncated: false, length }
  } catch {
    return undefined
  }
}
