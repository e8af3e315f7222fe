/** Not the number of a record: the text is in several records. */
const shared = -1

/**
 * To each text a number, unless it was given several. Only 64-bit digests of the texts are kept: of a list of 32 MiB the texts
 * themselves, and what a `Map` holds of them, take eight times as much memory.
 */
export class TextNumbers {
  /** Two words for each digest. */
  #digests = new Uint32Array(2 * 16)
  /** 0 where no digest is, the number + 1 where one is, `shared` where it has several. */
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

  /** Undefined also where it was given several. */
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

  /** Where a digest stands, or would stand. */
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
 * Sets `high` and `low`: FNV-1a, and a polynomial modulo 2^32, both of 32 bits. Handing out an array for each of a million texts
 * takes long.
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
