import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { createInterimFilter } from './interim-filter.ts'
import type { Heard } from './heard.ts'

/** How long a connection stays open after a complete answer for what may follow, in milliseconds. */
export const longestMs = 250
/** After this many connections in a row that the server left open although we had ended our side, we stop waiting. */
const mostLeftOpen = 3

/**
 * A socket that records what it receives in a Heard. Its user destroys it as soon as an answer is complete; the underlying
 * connection stays open until the server ends it, so that data after the answer is heard too.
 */
export class WatchedSocket extends Duplex {
  readonly #socket: Socket
  readonly #lingering: Lingering
  #heard: Heard | undefined
  #withoutInterim = createInterimFilter()

  constructor(socket: Socket, lingering: Lingering) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#lingering = lingering
    socket.on('data', (chunk: Buffer) => {
      this.#heard?.add(chunk)
      if (this.destroyed) return
      const read = this.#withoutInterim(chunk)
      if (read.length > 0 && !this.push(read)) socket.pause()
    })
    socket.on('end', () => void (this.destroyed || this.push(null)))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => {
      this.#heard?.end()
      this.destroy()
    })
  }

  /** Whatever comes from now on belongs to the request about to be sent. */
  listen(heard: Heard): void {
    this.#heard = heard
    this.#withoutInterim = createInterimFilter()
  }

  ref(): void {
    this.#socket.ref()
  }

  unref(): void {
    this.#socket.unref()
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  // Sends head and body in one packet, as a plain socket would.
  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    const last = chunks.length - 1
    this.#socket.cork()
    for (const [at, { chunk, encoding }] of chunks.entries())
      this.#socket.write(chunk, encoding, at === last ? done : undefined)
    this.#socket.uncork()
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const socket = this.#socket
    if (this.#heard?.isAnswered && !socket.closed && !socket.errored) this.#lingering.add(socket, this.#heard)
    else socket.destroy()
    done(error)
  }
}

/** Connections kept open for what may follow their answers. */
export interface Lingering {
  /** How many the server has not closed yet. */
  readonly size: number
  add(socket: Socket, heard: Heard): void
  /** Ends the oldest one, and waits until one is closed. Call it only if there is one. */
  less(): Promise<void>
  close(): void
}

/** @param most connections; beyond that, the oldest one is half-closed, so that the server closes it */
export function createLingering(most: () => number): Lingering {
  const open = new Map<Socket, Heard>()
  const notClosed = new Set<Socket>()
  const waiting: (() => void)[] = []
  let isClosed = false
  let leftOpen = 0

  function halfClose(socket: Socket): void {
    open.delete(socket)
    // A server that is still sending finishes first, then sees the end and closes.
    if (!socket.writableEnded) socket.end()
  }

  return {
    get size() {
      return notClosed.size
    },
    add(socket, heard) {
      if (isClosed || heard.hasEnded) return void socket.destroy()
      const deadline = setTimeout(() => {
        if (socket.writableEnded) leftOpen++
        socket.destroy()
      }, longestMs)
      deadline.unref()
      socket.unref().resume()
      socket.once('end', () => {
        leftOpen = 0
        socket.destroy()
      })
      socket.once('close', () => {
        clearTimeout(deadline)
        open.delete(socket)
        notClosed.delete(socket)
        for (const resolve of waiting.splice(0)) resolve()
      })
      open.set(socket, heard)
      notClosed.add(socket)
      heard.onAwaited(() => {
        halfClose(socket)
        if (leftOpen >= mostLeftOpen) heard.end()
      })
      const [oldest] = open.keys()
      if (oldest && open.size > most()) halfClose(oldest)
    },
    async less() {
      const [oldest] = open.keys()
      if (oldest) halfClose(oldest)
      // Nothing else may keep Node running.
      for (const socket of notClosed) if (!socket.destroyed) socket.ref()
      await new Promise<void>((resolve) => waiting.push(resolve))
    },
    close() {
      isClosed = true
      for (const socket of open.keys()) socket.destroy()
    },
  }
}
