import { SetupFailed } from '../verdicts/outcomes.ts'
import { texts } from './json-texts.ts'
import type { UserRecord } from './user-list.ts'

/**
 * The texts by which records would be recognised in a rejection, with the number of their record. One that looks like an ID is
 * enough. Of other words two of the same record are needed, since one may be in any message.
 */
export type Telling = ReadonlyMap<string, number>

/**
 * Of three characters or more, and standing in one record only, since words that several records share (a role, a
 * source) also stand in error messages. Points in time are left out, and so are short numbers: a refusal may tell the
 * time or its own code. Of a lone record nobody can say which words others would share.
 */
export function tellingValues(records: readonly UserRecord[]): Telling {
  const owners = new Map<string, number>()
  for (const [number, record] of records.entries()) {
    for (const text of texts(record)) {
      const owner = owners.get(text)
      if (owner === undefined) owners.set(text, number)
      else if (owner !== number) owners.set(text, shared)
    }
  }
  const isLone = records.length < 2
  for (const [text, owner] of owners)
    if (owner === shared || text.length < 3 || isTime(text) || (isLone && !isId(text))) owners.delete(text)
  return owners
}

/** In place of the number of a record: of several. */
const shared = -1

/** True where a text looks like an address, a number or an ID. */
export const isId = (text: string) => text.includes('@') || (text.length >= 6 && /\d/.test(text))
const isTime = (text: string) => /^\d{4}-\d\d-\d\d|\d\d:\d\d/.test(text)

/** True where words give records away: one ID, or two words of the same record. */
export function givesAway(telling: Telling, found: Iterable<string>): boolean {
  const seen = new Map<number, string>()
  for (const word of found) {
    const record = telling.get(word)
    if (record === undefined) continue
    if (isId(word) || (seen.get(record) ?? word) !== word) return true
    seen.set(record, word)
  }
  return false
}

/** Characters that are compared before a text counts as too long to be searched. */
const mostCompared = 100_000_000

/** Finds values in texts that are no JSON: where no letter or digit stands directly before or behind them. */
export function createFinder(values: Iterable<string>): (text: string) => Set<string> {
  const known = new Set(values)
  const beginnings = new Set<number>()
  const lengths = new Set<number>()
  for (const value of known) {
    beginnings.add(beginningAt(value, 0))
    lengths.add(value.length)
  }
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
        if (known.has(part)) found.add(part)
      }
      if (compared > mostCompared)
        throw new SetupFailed('the answer is too long to be searched for values of the user list')
    }
    return found
  }
}

/** The first two units as one number. */
const beginningAt = (text: string, at: number): number =>
  text.charCodeAt(at) * 0x10000 + (text.charCodeAt(at + 1) || 0)

/** For each unit 1 where it is a letter or a digit. */
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
