import { createGrams, folded, gramsOf } from './grams.ts'
import { escapesRead, lettersAndDigits, readingsOf, separators, shortest } from './readings.ts'

/** The secrets that a run knows. Those under eight characters are masked at their field only (`maskFields`). */
export interface Secrets {
  /** @param label names the secret in messages: a field of the declaration, "a token", … */
  add(value: string, label: string): void
  /**
   * A text of the server or the declaration with `***` for whatever holds eight characters in a row of a secret, in any
   * reading, whatever their case: so parts of one are hidden too, and what was made of one.
   */
  mask(text: string): string
  /** Every complete secret that it contains, plain or escaped, with its label. In linear time, since it may be long. */
  findIn(content: Uint8Array | string): ReadonlyMap<string, string>
}

const hidden = '***'
const rememberedLength = 4_000_000

export interface SecretsOptions {
  /** Our own words: a part of a secret in them tells nothing, so it is masked only in its field. */
  own?: readonly string[]
}

export function createSecrets({ own = [] }: SecretsOptions = {}): Secrets {
  /** Every eight characters of each secret; and the first eight of each, to find whole ones by. */
  const parts = createGrams<true>()
  const whole = createGrams<{ value: string; label: string }[]>()
  /** The same of what is left of each secret where its letters are turned round or shifted. */
  const steps = createGrams<true>()
  const known = new Set<string>()
  let ownGrams: ReadonlySet<string> | undefined
  let ownSteps: ReadonlySet<string> | undefined
  /** Added, but not looked for yet: a run adds thousands, and masks at its end. */
  let waiting: { value: string; label: string }[] = []
  /** Most texts of a report come again: headers, and the same answer in many cases. */
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

  /** The parts that can be read in it; undefined where it can't be read to its end. */
  function partsIn(text: string): ReadonlySet<string> | undefined {
    const readings = readingsOf(text)
    return readings && parts.allIn(readings)
  }

  function maskNew(text: string): string {
    const all = partsIn(text)
    if (all?.size === 0) return text
    if (!all) return hidden
    const shown = parts.hide(text, hidden)
    const plain = parts.allIn([text, ...withoutSeparators(text)])
    const isPlain = plain.size === all.size && partsIn(shown)?.size === 0
    return isPlain ? shown : hideFromFirst(text, partsIn)
  }

  const stepsIn = (text: string) => steps.allIn([stepsOf(text)])

  /** All from the word on in which the first part begins: where what is encoded ends, nobody can tell. */
  function hideFromFirst(text: string, find: (text: string) => ReadonlySet<string> | undefined): string {
    const words = text.split(/(\s+)/)
    const count = (from: number, to: number) => find(words.slice(from, to).join(''))?.size ?? Infinity
    const end = lowest(1, words.length, (to) => count(0, to) > 0)
    let start = lowest(1, end, (from) => count(from, end) === 0) - 1
    // A word before it that holds a piece too short to be a part makes more parts with it. Every other one is a space.
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
 * From each letter or digit of a text to the next one: the same whether the text is plain or shifted, as by ROT13. A letter
 * that is turned into another one still looks like a word, so that nothing else would hide it.
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
/** Behind the capitals, which are searched like small letters. */
const stepBase = 0x80

const withoutSeparators = (text: string) => [text.replace(separators, ''), lettersAndDigits(text)]

/** The lowest number up to `to` from which on it holds, by halves; it holds for `to`. */
function lowest(from: number, to: number, holds: (number: number) => boolean): number {
  if (from >= to) return to
  const middle = (from + to) >> 1
  return holds(middle) ? lowest(from, middle, holds) : lowest(middle + 1, to, holds)
}
