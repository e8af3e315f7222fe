import { SetupFailed } from '../outcomes.ts'
import { texts } from './json-texts.ts'
import { TextNumbers } from './text-numbers.ts'
import type { UserRecord } from './user-list.ts'

/**
 * The texts by which records would be recognised in a rejection, with the number of their record. One text that looks like
 * an ID is enough. Other words need two of the same record, because any message may contain one of them.
 */
export interface Telling {
  readonly numbers: TextNumbers
  /** The first two code units of each text as one number, for the search; `lengths`: the lengths of the texts. */
  readonly beginnings: ReadonlySet<number>
  readonly lengths: ReadonlySet<number>
}

/**
 * Collects texts of three characters or more that only one record has, because words that several records share (a role, a
 * source) also appear in error messages. Leaves out times and short numbers: a rejection may contain the time or its own
 * code. For a lone record, only IDs count, because its other words might be shared by other records.
 */
export function tellingValues(records: readonly UserRecord[]): Telling {
  const numbers = new TextNumbers()
  const isLone = records.length < 2
  for (const [number, record] of records.entries())
    for (const text of texts(record))
      if (text.length >= 3 && !isTime(text) && (!isLone || isId(text))) numbers.add(text, number)
  const beginnings = new Set<number>()
  const lengths = new Set<number>()
  for (const record of records) {
    for (const text of texts(record)) {
      if (numbers.get(text) === undefined) continue
      beginnings.add(beginningAt(text, 0))
      lengths.add(text.length)
    }
  }
  return { numbers, beginnings, lengths }
}

/** True if a text looks like an address, a number or an ID. */
export const isId = (text: string) => text.includes('@') || (text.length >= 6 && /\d/.test(text))
/** Also seconds, milliseconds or microseconds since 1970, as text. */
const isTime = (text: string) =>
  /^\d{4}-\d\d-\d\d|\d\d:\d\d|^\d{8}T\d{4}|^[12]\d{9}(\d{3}|\d{6})?(\.\d{1,9})?$/.test(text)

/** True if words give records away: one ID, or two words of the same record. */
export function givesAway({ numbers }: Telling, found: Iterable<string>): boolean {
  const seen = new Map<number, string>()
  for (const word of found) {
    const record = numbers.get(word)
    if (record === undefined) continue
    if (isId(word) || (seen.get(record) ?? word) !== word) return true
    seen.set(record, word)
  }
  return false
}

/** How many characters are compared before a text counts as too long to be searched. */
const mostCompared = 100_000_000

/** Finds values in texts that are not JSON. A value counts only if no letter or digit precedes or follows it. */
export function createFinder({ numbers, beginnings, lengths }: Telling): (text: string) => Set<string> {
  const sorted = [...lengths].sort((one, other) => one - other)

  return (text) => {
    const found = new Set<string>()
    const isWordy = wordyUnits(text)
    let compared = 0
    for (let start = 0; start < text.length; start++) {
      if ((start > 0 && isWordy[start - 1] === 1) || !beginnings.has(beginningAt(text, start))) continue
      for (const length of sorted) {
        const end = start + length
        if (end > text.length) break
        if (isWordy[end] === 1) continue
        compared += length
        const part = text.slice(start, end)
        if (numbers.get(part) !== undefined) found.add(part)
      }
      if (compared > mostCompared)
        throw new SetupFailed('the answer is too long to be searched for values of the user list')
    }
    return found
  }
}

/** Two code units as one number. */
const beginningAt = (text: string, at: number): number =>
  text.charCodeAt(at) * 0x10000 + (text.charCodeAt(at + 1) || 0)

/** For each code unit: 1 if it is a letter or a digit, otherwise 0. */
function wordyUnits(text: string): Uint8Array {
  const wordy = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isAscii = code < 128
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122
    if (isAscii ? isLetter || (code >= 48 && code <= 57) : /[\p{L}\p{N}]/u.test(text.charAt(at)))
      wordy[at] = 1
  }
  return wordy
}
