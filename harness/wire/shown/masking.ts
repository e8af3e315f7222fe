import { createGrams, folded, gramsOf } from './grams.ts'
import { escapesRead, lettersAndDigits, readingsOf, separators, shortest } from './readings.ts'

/** The secrets known to a run. Those shorter than eight characters are masked only in their fields (`maskFields`). */
export interface Secrets {
  /** @param label name of the secret in messages: a field of the declaration, "a token", … */
  add(value: string, label: string): void
  /**
   * Replaces every run of eight characters of a secret by `***`, in any reading of the text and regardless of case. This
   * also hides parts of a secret, and values made from one.
   */
  mask(text: string): string
  /**
   * Finds every complete secret in the content, plain or escaped, with its label. Takes linear time, because the content may
   * be long.
   */
  findIn(content: Uint8Array | string): ReadonlyMap<string, string>
}

const hidden = '***'
const rememberedLength = 4_000_000

export interface SecretsOptions {
  /** The suite's own texts. Parts of a secret that occur in them reveal nothing, so they are masked only in their fields. */
  own?: readonly string[]
}

export function createSecrets({ own = [] }: SecretsOptions = {}): Secrets {
  /** All runs of eight characters of each secret, and the first eight of each, to find complete ones. */
  const parts = createGrams<true>()
  const whole = createGrams<{ value: string; label: string }[]>()
  /**
   * The same for the steps between a secret's letters, which stay the same if the letters are shifted; also for its
   * reversal.
   */
  const steps = createGrams<true>()
  const known = new Set<string>()
  let ownGrams: ReadonlySet<string> | undefined
  let ownSteps: ReadonlySet<string> | undefined
  /** Secrets added but not indexed yet: a run adds thousands, and masks at its end. */
  let waiting: { value: string; label: string }[] = []
  /** Masked texts by their originals: most texts in a report recur, such as headers and equal answers in many cases. */
  let remembered = new Map<string, string>()
  let length = 0

  function enterWaiting(): void {
    if (waiting.length === 0) return
    ownGrams ??= new Set(
      own.flatMap((text) => [text, ...withoutSeparators(text)].flatMap((form) => [...gramsOf(form)])),
    )
    ownSteps ??= new Set(own.flatMap((text) => [...gramsOf(stepsOf(text))]))
    for (const { value, label } of waiting) {
      let isOwn = true
      for (const way of [value, [...value].toReversed().join('')])
        for (const gram of gramsOf(stepsOf(way))) if (!ownSteps.has(gram)) steps.set(gram, true)
      for (const form of new Set([value, value.normalize('NFKC'), ...withoutSeparators(value)]))
        for (const gram of gramsOf(form)) {
          if (ownGrams.has(gram)) continue
          parts.set(gram, true)
          isOwn = false
        }
      if (isOwn) continue
      const low = folded(value)
      const first = low.slice(0, shortest)
      whole.set(first, [...(whole.get(first) ?? []), { value: low, label }])
    }
    remembered = new Map()
    length = 0
    waiting = []
  }

  /** Returns the parts of secrets in all readings of a text; undefined if it has too many readings. */
  function partsIn(text: string): ReadonlySet<string> | undefined {
    const readings = readingsOf(text)
    return readings && parts.allIn(readings)
  }

  function maskNew(text: string): string {
    const all = partsIn(text)
    if (all?.size === 0) return text
    if (!all) return hideWords(text)
    const shown = parts.hide(text, hidden)
    const plain = parts.allIn([text, ...withoutSeparators(text)])
    const isPlain = plain.size === all.size && partsIn(shown)?.size === 0
    return isPlain ? shown : hideFromFirst(text, partsIn)
  }

  const stepsIn = (text: string) => steps.allIn([stepsOf(text)])

  /** Hides each word that holds a plain part, and shows the rest if that has few enough readings. */
  function hideWords(text: string): string {
    const words = parts.hide(text, hidden).split(/(\s+)/)
    const shown = words.map((word) => (word.includes(hidden) ? hidden : word)).join('')
    return partsIn(shown)?.size === 0 ? shown : hidden
  }

  /** Hides everything from the word in which the first part begins, because the end of encoded text is unknown. */
  function hideFromFirst(text: string, find: (text: string) => ReadonlySet<string> | undefined): string {
    const words = text.split(/(\s+)/)
    const count = (from: number, to: number) => find(words.slice(from, to).join(''))?.size ?? Infinity
    const end = lowest(1, words.length, (to) => count(0, to) > 0)
    let start = lowest(1, end, (from) => count(from, end) === 0) - 1
    // If a preceding word holds a piece too short to be found by itself, including it finds more parts. Every second entry
    // is white space.
    while (start > 0 && count(start - 2, end) > count(start, end)) start -= 2
    const shown = words.slice(0, start).join('') + hidden
    return find(shown)?.size === 0 ? shown : hidden
  }

  return {
    add(value, label) {
      if (value.length < shortest || known.has(value)) return
      known.add(value)
      waiting.push({ value, label })
    },
    mask(text) {
      if (known.size === 0 || text.length < shortest) return text
      enterWaiting()
      const before = remembered.get(text)
      if (before !== undefined) return before
      const shown = maskNew(text)
      const masked = stepsIn(shown).size === 0 ? shown : hideFromFirst(shown, stepsIn)
      length += text.length
      if (length < rememberedLength) remembered.set(text, masked)
      return masked
    },
    findIn(content) {
      const found = new Map<string, string>()
      if (known.size === 0) return found
      enterWaiting()
      const text = typeof content === 'string' ? content : Buffer.from(content).toString()
      for (const reading of escapesRead(text))
        whole.find(reading, (secrets, at) => {
          for (const { value, label } of secrets)
            if (folded(reading.slice(at, at + value.length)) === value) found.set(value, label)
          return undefined
        })
      return found
    },
  }
}

/**
 * Encodes the distance from each letter or digit to the next one, which is the same whether the text is plain or shifted, as
 * by ROT13. Shifted letters still look like words, so nothing else would hide them.
 */
function stepsOf(text: string): string {
  const letters = folded(lettersAndDigits(text))
  let steps = ''
  for (let at = 1; at < letters.length; at++)
    steps += String.fromCharCode(stepBase + step(letters.charCodeAt(at - 1), letters.charCodeAt(at)))
  return steps
}

const isLetter = (code: number) => code >= 97 && code <= 122
const step = (from: number, to: number) =>
  isLetter(from) && isLetter(to) ? (to - from + 26) % 26 : 26 + ((to - from) & 0x7fff)
/** Comes after the capital letters, because the search ignores their case. */
const stepBase = 0x80

const withoutSeparators = (text: string) => [text.replace(separators, ''), lettersAndDigits(text)]

/** Finds, by binary search, the lowest number up to `to` from which `holds` is true; it must be true for `to`. */
function lowest(from: number, to: number, holds: (number: number) => boolean): number {
  if (from >= to) return to
  const middle = (from + to) >> 1
  return holds(middle) ? lowest(from, middle, holds) : lowest(middle + 1, to, holds)
}
