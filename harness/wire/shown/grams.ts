import { shortest } from './readings.ts'

const tableBits = 20
const factor = 0x01000193
/** Weight in the hash of the character that leaves the window. */
const leaving = Array.from({ length: shortest }).reduce<number>((weight) => Math.imul(weight, factor), 1)

/** Lowercases only the letters A to Z, so that positions don't shift. */
export const folded = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Yields every run of `shortest` characters, lowercased. */
export function* gramsOf(text: string): Generator<string> {
  const low = folded(text)
  for (let at = 0; at + shortest <= low.length; at++) yield low.slice(at, at + shortest)
}

/**
 * A set of eight-character texts that finds their occurrences in other texts, ignoring case. A rolling hash (Rabin and Karp)
 * tells where to look. The time grows with the length of the text searched, not with the number of texts in the set.
 */
export function createGrams<T>() {
  const table = new Uint8Array(1 << tableBits)
  const values = new Map<string, T>()

  /** Returns the first result of `visit` that is not undefined. */
  function find<R>(
    text: string,
    visit: (value: T, at: number, gram: string) => R | undefined,
  ): R | undefined {
    const low = folded(text)
    let hash = 0
    for (let index = 0; index < low.length; index++) {
      hash = (Math.imul(hash, factor) + low.charCodeAt(index)) | 0
      if (index >= shortest) hash = (hash - Math.imul(leaving, low.charCodeAt(index - shortest))) | 0
      if (index < shortest - 1 || table[hash >>> (32 - tableBits)] === 0) continue
      const at = index - shortest + 1
      const gram = low.slice(at, index + 1)
      const value = values.get(gram)
      const said = value === undefined ? undefined : visit(value, at, gram)
      if (said !== undefined) return said
    }
    return undefined
  }

  return {
    find,
    get: (gram: string): T | undefined => values.get(gram),
    set(gram: string, value: T): void {
      values.set(gram, value)
      let hash = 0
      for (let index = 0; index < shortest; index++)
        hash = (Math.imul(hash, factor) + gram.charCodeAt(index)) | 0
      table[hash >>> (32 - tableBits)] = 1
    },
    /** Returns those that occur in any of these texts. */
    allIn(texts: readonly string[]): ReadonlySet<string> {
      const found = new Set<string>()
      for (const text of texts) find<never>(text, (_, __, gram) => void found.add(gram))
      return found
    },
    /** Returns the text with each stretch covered by matches replaced by one `hidden`. */
    hide(text: string, hidden: string): string {
      let shown = ''
      let copied = 0
      let end = 0
      find<never>(text, (_, at) => {
        // A match that touches the previous one extends it.
        if (at > end || end === 0) {
          shown += text.slice(copied, at) + hidden
        }
        copied = end = at + shortest
        return undefined
      })
      return end === 0 ? text : shown + text.slice(copied)
    },
  }
}
