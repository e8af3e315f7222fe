import type { After, WireResponse } from '../exchange.ts'
import { jsonIn } from '../shown/json-in.ts'
import { RawResponseReader } from './raw-response.ts'

/** Most bytes kept of what a connection receives: rejections are short, and data after a long list proves nothing. */
const mostBytes = 256 * 1024

/** Everything received on a connection since a request was sent, including data after the end of its answer. */
export class Heard implements After {
  readonly #chunks: Buffer[] = []
  #length = 0
  #awaited: (() => void) | undefined
  #ending: Promise<void> | undefined
  #resolve: () => void = () => {}
  hasEnded = false
  /** True once the answer to the request is complete. */
  isAnswered = false
  readonly #onMoreHeard: () => void

  /** @param onMoreHeard called if data comes after the answer was complete, in a later chunk */
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

  /** Call it once nothing more can come. */
  end(): void {
    this.hasEnded = true
    this.#resolve()
  }

  /** Keeps the connection open for data that may follow; `action` makes the server end it, once somebody awaits that. */
  onAwaited(action: () => void): void {
    this.#awaited = action
    if (this.#ending) action()
  }

  answers(): WireResponse[] {
    if (this.#length > mostBytes) return []
    const bytes = this.#chunks.length === 1 ? this.#chunks[0] : undefined
    return answersBehind(bytes ?? Buffer.concat(this.#chunks))
  }

  async ended(): Promise<void> {
    if (this.hasEnded || !this.#awaited) return
    this.#ending ??= new Promise<void>((resolve) => (this.#resolve = resolve))
    this.#awaited()
    await this.#ending
  }
}

/**
 * Returns the answers after the first one. Bytes that are no answer by themselves count either as the body of an answer with
 * the first one's head, or as the rest of a body that is longer than it declares.
 */
function answersBehind(bytes: Buffer): WireResponse[] {
  const first = read(bytes)
  if (!first) return []
  const behind: WireResponse[] = []
  let rest = bytes.subarray(first.length)
  while (rest.toString('latin1').trim() !== '') {
    const next = read(rest)
    // A truncated answer proves nothing.
    if (!next && rest.toString('latin1').startsWith('HTTP/1.')) return behind
    if (!next) {
      const { status, headers } = first
      const whole = Buffer.concat([first.body, rest])
      return [
        ...behind,
        { status, headers, body: jsonIn(whole.toString()) === undefined ? rest : whole, truncated: false },
      ]
    }
    const { status, headers, body, truncated } = next
    behind.push({ status, headers, body, truncated })
    rest = rest.subarray(next.length)
  }
  return behind
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
