/** Marks a text that is in several records. */
const shared = -1

/**
 * Maps each text to a number, unless it was given several. Only keeps 64-bit digests of the texts: for a list of 32 MiB, a
 * `Map` with the texts themselves takes eight times as much memory.
 */
export class TextNumbers {
  /** Two 32-bit words for each digest. */
  #digests = new Uint32Array(2 * 16)
  /** 0 if the slot is free, the number + 1 if it has a digest, `shared` if the digest has several numbers. */
  #numbers = new Int32Array(16)
  #size = 0

  add(text: string, number: number): void {
    if (this.#size * 4 >= this.#numbers.length * 3) this.#grow()
    digest(text)
    const slot = this.#slotOf(high, low)
    const known = this.#numbers[slot]
    if (known === 0) {
      this.#size++
      this.#put(slot, high, low, number + 1)
    } else if (known !== number + 1) this.#numbers[slot] = shared
  }

  /** Undefined for an unknown text, and for one with several numbers. */
  get(text: string): number | undefined {
    digest(text)
    const number = this.#numbers[this.#slotOf(high, low)] ?? 0
    return number > 0 ? number - 1 : undefined
  }

  isSame(other: TextNumbers): boolean {
    if (this === other) return true
    return (
      this.#size === other.#size &&
      this.#numbers.every((number, slot) => {
        const at = other.#slotOf(this.#digests[2 * slot] ?? 0, this.#digests[2 * slot + 1] ?? 0)
        return number === 0 || other.#numbers[at] === number
      })
    )
  }

  /** The slot of a digest, or the one that it would take. */
  #slotOf(one: number, other: number): number {
    const last = this.#numbers.length - 1
    let slot = one & last
    while (
      this.#numbers[slot] !== 0 &&
      (this.#digests[2 * slot] !== one || this.#digests[2 * slot + 1] !== other)
    )
      slot = (slot + 1) & last
    return slot
  }

  #put(slot: number, one: number, other: number, number: number): void {
    this.#digests[2 * slot] = one
    this.#digests[2 * slot + 1] = other
    this.#numbers[slot] = number
  }

  #grow(): void {
    const [digests, numbers] = [this.#digests, this.#numbers]
    this.#digests = new Uint32Array(2 * digests.length)
    this.#numbers = new Int32Array(2 * numbers.length)
    for (const [slot, number] of numbers.entries()) {
      const [one = 0, other = 0] = [digests[2 * slot], digests[2 * slot + 1]]
      if (number !== 0) this.#put(this.#slotOf(one, other), one, other, number)
    }
  }
}

let high = 0
let low = 0

/**
 * Sets `high` and `low`: FNV-1a, and a polynomial modulo 2^32, both 32 bits long. Returning an array for each of a million
 * texts would take long.
 */
function digest(text: string): void {
  let [fnv, polynomial] = [0x811c9dc5, 1]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    fnv = Math.imul(fnv ^ unit, 0x01000193)
    polynomial = Math.imul(polynomial, 0x2c9277b5) + unit
  }
  high = fnv >>> 0
  low = polynomial >>> 0
}
