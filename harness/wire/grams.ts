import { shortest } from './readings.ts'

const tableBits = 20
const factor = 0x01000193
/** What a character that leaves the window weighs. */
const leaving = Array.from({ length: shortest }).reduce<number>((weight) => Math.imul(weight, factor), 1)

/** The letters A to Z in lower case; no other, so that places stay the same. */
export const folded = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Every `shortest` characters in a row, folded. */
export function* gramsOf(text: string): Generator<string> {
  const low = folded(text)
  for (let at = 0; at + shortest <= low.length; at++) yield low.slice(at, at + shortest)
}

/**
 * Texts of eight characters, to be found in others, whatever their case: a rolling hash (Rabin and Karp) says where to look.
 * The time grows with the text searched, not with what is looked for.
 */
export function createGrams<T>() {
  const table = new Uint8Array(1 << tableBits)
  const values = new Map<string, T>()

  /** What `visit` says of the first one found of which it says something. */
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
    /** Those that these texts contain. */
    allIn(texts: readonly string[]): ReadonlySet<string> {
      const found = new Set<string>()
      for (const text of texts) find<never>(text, (_, __, gram) => void found.add(gram))
      return found
    },
    /** The text with one `hidden` for each stretch of it in which they stand. */
    hide(text: string, hidden: string): string {
      let shown = ''
      let copied = 0
      let end = 0
      find<never>(text, (_, at) => {
        // What touches the last one belongs to it.
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
