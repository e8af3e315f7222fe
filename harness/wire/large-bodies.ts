import { createHash } from 'node:crypto'

/** A body longer than this is large. */
export const largeBytes = 1024 * 1024
/** Large bodies that are read at the same time. */
const atOnce = 2
/** A body longer than this is compared with those that came before. */
const keptBytes = 16 * 1024
/** Bodies that are kept, so that the same body is stored once; large ones of so many bytes, and one where many differ. */
const mostKept = 8
const largeKeptBytes = 48 * 1024 * 1024
/** What is kept of a body that was cut: nothing but the report reads it. */
export const keptOfCut = 256 * 1024
/** What is kept of a body that is one too many: there may be thousands. */
export const keptOfUnread = 16 * 1024

/** A part of a body up to this length is put together with those beside it. */
const smallBytes = 1024
const slabBytes = 16 * 1024
/** A large body is put into one buffer as it comes; its memory takes room once something is written to it. */
const largeBuffersBytes = [4 * 1024 * 1024, 32 * 1024 * 1024]

/** Large bodies that differ: so many times the longest one in all. */
export const mostDiffering = 32
/** So many times the longest one are much already: what is made of them takes memory. */
const manyDiffering = 4

/** The large bodies of one wire: few are read at a time; and what is stored once however often it comes. */
export interface LargeBodies {
  read(maxBytes: number): BodyReader
  /**
   * Takes one of the places for large bodies. `wait` is called where none is free, `goOn` when one is.
   * @returns gives the place back, or leaves the queue
   */
  takePlace(reading: { wait: () => void; goOn: () => void }): () => void
  /**
   * False of a large body where too many came that all differ, and it does too. One that came before is always true: only to
   * read what is new takes long.
   */
  mayBeRead(body: Buffer): boolean
  /** True where many came that all differ. */
  differ(): boolean
}

/** Puts together the parts of one body. */
export interface BodyReader {
  readonly length: number
  add(part: Buffer): void
  /** True where no more need be read: it differs from what is kept, and too many large bodies differ already. */
  readonly isOneTooMany: boolean
  /** The body; the same object as before where the same body came before. Only its beginning where it is too long. */
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

  /** The same body where it is kept. A large one is kept once it may be read. */
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
    // Later: undici may be in the middle of parsing the answer that gives its place away.
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
  /** Of a body that is not large yet; then they are in `large`. */
  let parts: Buffer[] = []
  let large: Buffer | undefined
  let length = 0
  /** Where small parts go. */
  let slab: { bytes: Buffer; used: number; index: number } | undefined
  /** A body that was kept and begins with all that came so far: then no part is stored. */
  let same: Buffer | undefined

  const goesOn = (one: Buffer, part: Buffer) =>
    one.length >= length + part.length && part.compare(one, length, length + part.length) === 0
  function store(part: Buffer): void {
    if (length + part.length <= largeBytes) return storeSmall(part)
    let used = length
    if (large === undefined || large.length < Math.min(maxBytes, length + part.length)) {
      const before = large === undefined ? parts : [large.subarray(0, length)]
      large = Buffer.allocUnsafeSlow(Math.min(maxBytes, roomFor(length + part.length)))
      used = 0
      for (const one of before) used += one.copy(large, used)
      parts = []
    }
    part.copy(large, used)
  }
  /** Small parts are put together: a server may send a byte at a time, and each part costs as much as a hundred bytes. */
  function storeSmall(part: Buffer): void {
    if (part.length > smallBytes) {
      parts.push(part)
      slab = undefined
      return
    }
    if (slab === undefined || slab.used + part.length > slab.bytes.length) {
      slab = { bytes: Buffer.allocUnsafe(slabBytes), used: 0, index: parts.length }
      parts.push(slab.bytes)
    }
    part.copy(slab.bytes, slab.used)
    slab.used += part.length
    parts[slab.index] = slab.bytes.subarray(0, slab.used)
  }
  const begins = (one: Buffer) => same === undefined || same.compare(one, 0, length, 0, length) === 0

  /** It began as another did, and goes on in its own way. */
  function goOnWith(other: Buffer): void {
    const begun = other.subarray(0, length)
    length = 0
    store(begun.length > largeBytes ? begun : Buffer.from(begun))
    length = begun.length
  }
  const beginning = (bytes: number): Buffer =>
    large === undefined
      ? Buffer.concat(firstParts(parts, bytes), bytes)
      : Buffer.from(large.subarray(0, bytes))

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
      const isFull = large !== undefined && 2 * whole >= large.length
      return stored(isFull && large !== undefined ? large.subarray(0, whole) : beginning(whole))
    },
  }
}

const roomFor = (bytes: number) => largeBuffersBytes.find((room) => room >= bytes) ?? 2 * bytes

/** Of some that are large the first, and others while all of them have so many bytes at most. */
export function withinBytes<T>(all: readonly T[], largeBytesOf: (one: T) => number, mostBytes: number): T[] {
  let sum = 0
  return all.filter((one) => {
    const bytes = largeBytesOf(one)
    const isFirst = sum === 0
    sum += bytes
    return bytes === 0 || isFirst || sum <= mostBytes
  })
}

/** As many parts as hold so many bytes. */
function firstParts(parts: readonly Buffer[], bytes: number): Buffer[] {
  const first: Buffer[] = []
  let length = 0
  for (const part of parts) {
    if (length >= bytes) break
    first.push(part)
    length += part.length
  }
  return first
}
