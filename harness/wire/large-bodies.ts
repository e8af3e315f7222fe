import { createHash } from 'node:crypto'

export const largeBytes = 1024 * 1024
/** How many large bodies are read at the same time. */
const atOnce = 2
/** A body longer than this, in bytes, is compared with earlier ones. */
const keptBytes = 16 * 1024
/**
 * How many bodies are kept, so that equal bodies are stored once, and how many bytes of large ones. Only one large body is
 * kept if many differ.
 */
const mostKept = 8
const largeKeptBytes = 48 * 1024 * 1024
/** How many bytes are kept of a body that was cut: only the report reads it. */
const keptOfCut = 256 * 1024
/** How many bytes are kept of a large body once too many differ: there may be thousands. */
export const keptOfUnread = 16 * 1024

/** Sizes of the buffer into which a large body is written as it comes. The memory is used only once it is written to. */
const largeBuffersBytes = [4 * 1024 * 1024, 32 * 1024 * 1024]

/** Limit for the sum of all large bodies that differ, as a multiple of the longest body allowed. */
export const mostDiffering = 32
/** At this multiple of the longest body allowed, values derived from the bodies already take much memory. */
const manyDiffering = 4

/** The large bodies of one wire. Limits how many are read at a time, and stores equal bodies once. */
export interface LargeBodies {
  read(maxBytes: number): BodyReader
  /**
   * Takes one of the slots for large bodies. Calls `wait` if none is free, and `goOn` once one is.
   * @returns a function that frees the slot, or leaves the queue
   */
  takePlace(reading: { wait: () => void; goOn: () => void }): () => void
  /**
   * False for a large body that differs from all before it if too many differ already. Always true for one that came before:
   * only reading new bodies takes long.
   */
  mayBeRead(body: Buffer): boolean
  /** True if many large bodies came that all differ. */
  differ(): boolean
}

export interface BodyReader {
  readonly length: number
  add(part: Buffer): void
  /** True if the rest need not be read: the body differs from those kept, and too many large bodies differ already. */
  readonly isOneTooMany: boolean
  /** Returns the body: the same object if the same body came before, or only its beginning if it is too long. */
  end(): Buffer
}

export function createLargeBodies(maxBytes = Infinity): LargeBodies {
  const read = new WeakSet<Uint8Array>()
  const digests = new Set<string>()
  let differingBytes = 0
  let areTooMany = false
  let kept: Buffer[] = []
  let free = atOnce
  const waiting = new Set<() => void>()

  const differ = () => differingBytes > manyDiffering * maxBytes

  /** Returns the kept copy of this body if there is one. A large body is kept only once it may be read. */
  function stored(body: Buffer): Buffer {
    const known = kept.find((one) => one.equals(body))
    if (body.length > keptBytes && (known || body.length <= largeBytes)) keep(known ?? body)
    return known ?? body
  }

  function keep(body: Buffer): void {
    const others = kept.filter((one) => one !== body)
    kept = withinBytes(
      [body, ...others],
      (one) => (one.length > largeBytes ? one.length : 0),
      differ() ? 0 : largeKeptBytes,
    ).slice(0, mostKept)
  }

  function passOn(): void {
    const [next] = waiting
    if (next === undefined) return void free++
    waiting.delete(next)
    // Deferred, because undici may still be parsing the answer that frees the slot.
    queueMicrotask(next)
  }

  return {
    differ,
    mayBeRead(body) {
      if (body.length <= largeBytes || read.has(body)) return true
      const digest = createHash('sha1').update(body).digest('base64')
      if (!digests.has(digest)) {
        if (differingBytes + body.length > mostDiffering * maxBytes) {
          areTooMany = true
          return false
        }
        differingBytes += body.length
        digests.add(digest)
      }
      read.add(body)
      keep(body)
      return true
    },
    read: (maxBytes) =>
      createReader(
        maxBytes,
        () => kept,
        stored,
        () => areTooMany,
      ),
    takePlace({ wait, goOn }) {
      let hasPlace = free > 0
      let hasLeft = false
      const begin = () => {
        if (hasLeft) return passOn()
        hasPlace = true
        goOn()
      }
      if (hasPlace) free--
      else {
        waiting.add(begin)
        wait()
      }
      return () => {
        hasLeft = true
        waiting.delete(begin)
        if (hasPlace) passOn()
        hasPlace = false
      }
    },
  }
}

function createReader(
  maxBytes: number,
  kept: () => readonly Buffer[],
  stored: (body: Buffer) => Buffer,
  areTooMany: () => boolean,
): BodyReader {
  /** What came; longer than that while more is expected. */
  let bytes = Buffer.alloc(0)
  let length = 0
  /** A kept body that begins with everything received so far. While it is set, no parts are stored. */
  let same: Buffer | undefined

  const goesOn = (one: Buffer, part: Buffer) =>
    one.length >= length + part.length && part.compare(one, length, length + part.length) === 0
  function store(part: Buffer): void {
    const needed = Math.min(maxBytes, length + part.length)
    if (bytes.length < needed) {
      const larger = Buffer.allocUnsafe(Math.min(maxBytes, length === 0 ? needed : roomFor(needed)))
      bytes.copy(larger, 0, 0, length)
      bytes = larger
    }
    part.copy(bytes, length)
  }
  const begins = (one: Buffer) => same === undefined || same.compare(one, 0, length, 0, length) === 0

  /** Stores the beginning shared with `other`, from which the body now differs. */
  function goOnWith(other: Buffer): void {
    const begun = other.subarray(0, length)
    length = 0
    store(begun)
    length = begun.length
  }
  const beginning = (size: number): Buffer => Buffer.from(bytes.subarray(0, size))

  return {
    get length() {
      return length
    },
    get isOneTooMany() {
      return length > largeBytes && same === undefined && areTooMany()
    },
    add(part) {
      if (same !== undefined || length === 0) {
        const next =
          same !== undefined && goesOn(same, part)
            ? same
            : kept().find((one) => one !== same && goesOn(one, part) && begins(one))
        if (next === undefined && same !== undefined) goOnWith(same)
        same = next
      }
      if (same === undefined) store(part)
      length += part.length
    },
    end() {
      if (this.isOneTooMany) return beginning(keptOfUnread)
      const isCut = length > maxBytes
      if (same !== undefined && !isCut && length === same.length) return stored(same)
      const whole = isCut ? Math.min(maxBytes, keptOfCut) : length
      if (same !== undefined) return stored(Buffer.from(same.subarray(0, whole)))
      const isFull = whole === bytes.length || (whole > largeBytes && 2 * whole >= bytes.length)
      return stored(isFull ? bytes.subarray(0, whole) : beginning(whole))
    },
  }
}

const roomFor = (bytes: number) =>
  (bytes > largeBytes ? largeBuffersBytes.find((room) => room >= bytes) : undefined) ?? 2 * bytes

/**
 * Keeps the first large item, and further large ones while the sum of all is at most `mostBytes`. Keeps all that are not
 * large.
 */
export function withinBytes<T>(all: readonly T[], largeBytesOf: (one: T) => number, mostBytes: number): T[] {
  let sum = 0
  return all.filter((one) => {
    const bytes = largeBytesOf(one)
    const isFirst = sum === 0
    sum += bytes
    return bytes === 0 || isFirst || sum <= mostBytes
  })
}
