import { isDeepStrictEqual } from 'node:util'

/** Marks a text that is in several records. */
const shared = -1

/**
 * Maps each text to a number, unless it was given several. Keeps a hash instead of each text: the texts of a list of 32 MiB
 * would take several times as much memory.
 */
export class TextNumbers {
  readonly #numbers = new Map<number, number>()

  add(text: string, number: number): void {
    const hash = hashOf(text)
    this.#numbers.set(hash, (this.#numbers.get(hash) ?? number) === number ? number : shared)
  }

  /** Undefined for an unknown text, and for one with several numbers. */
  get(text: string): number | undefined {
    const number = this.#numbers.get(hashOf(text))
    return number === shared ? undefined : number
  }

  isSame(other: TextNumbers): boolean {
    return isDeepStrictEqual(this.#numbers, other.#numbers)
  }
}

/** 53 bits: FNV-1a, and the upper bits of a polynomial modulo 2^32. */
function hashOf(text: string): number {
  let [fnv, polynomial] = [0x811c9dc5, 1]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    fnv = Math.imul(fnv ^ unit, 0x01000193)
    polynomial = Math.imul(polynomial, 0x2c9277b5) + unit
  }
  return (fnv >>> 0) * 2 ** 21 + (polynomial >>> 11)
}
