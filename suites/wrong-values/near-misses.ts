import type { Random } from '../../harness/run/run.ts'
import { injection } from './injection.ts'

/**
 * Texts that are almost the valid one, yet wrong for any server: they differ by more than letter case, outer white space
 * or a Unicode form.
 */

export const extended = (text: string, random: Random): string => `${text}-${random.word(6)}`

/** The same, so that the valid text is found if it is pasted into SQL: the rest is a comment. It is not ASCII. */
export const commented = (text: string, random: Random): string => `${text}'-- ${random.word(6)}é`

/** Appends more after a null character, which ends a text in C; it makes a condition true if it is pasted into SQL. */
export const behindZero = (text: string, random: Random): string => `${text}\0${random.word(6)}${injection}`

/**
 * Changes the longest part of a token or cookie. A server may ignore the other parts, which number a record or name a
 * machine, as in Laravel's `12|…`, HAProxy's `s1~…`, WebLogic's `…!-17!NONE` and WildFly's `….node1`. A JWT is one part, since
 * all of it counts.
 */
export function inLongestPart(text: string, change: (part: string) => string): string {
  const separator = text.split('.').length === 2 ? /([!|~:.])/ : /([!|~:])/
  const parts = text.split(separator)
  const lengths = parts.map(({ length }) => length)
  const longest = lengths.indexOf(Math.max(...lengths))
  return parts.map((part, at) => (at === longest ? change(part) : part)).join('')
}

/** Changes a username before its domain: a directory may ignore an `@` and all behind it. */
export function beforeDomain(username: string, change: (name: string) => string): string {
  const at = username.indexOf('@')
  return at < 1 ? change(username) : change(username.slice(0, at)) + username.slice(at)
}

/** Removes the last character; extends the text instead if outer white space or too little would be left. */
export const cut = (text: string, random: Random): string =>
  /^.+\S\S$/su.test(text) ? [...text].slice(0, -1).join('') : extended(text, random)

/** Removes the last four characters; undefined for a short text, of which too little would be left. */
export const cutShort = (text: string): string | undefined =>
  text.length < 16 ? undefined : text.slice(0, -4)

/**
 * Swaps the case of each letter, except for letters without a single counterpart, such as ß: not every case folding
 * treats SS as the same.
 */
export const otherCase = (text: string): string =>
  [...text]
    .map((one) => {
      const [lower, upper] = [one.toLowerCase(), one.toUpperCase()]
      if (one === upper) return lower
      return upper.toLowerCase() === lower ? upper : one
    })
    .join('')

/** Puts another accent on the first letter that has one; otherwise changes a letter or digit in the middle. */
export function oneChanged(text: string): string {
  const characters = [...text.normalize('NFC')]
  const accented = characters.findIndex((one) => /^\p{L}\p{M}+$/u.test(one.normalize('NFD')))
  const letter = characters[accented]?.normalize('NFD').slice(0, 1)
  if (letter !== undefined) {
    const others = [letter + '\u0301', letter + '\u0302'].map((one) => one.normalize('NFC'))
    characters[accented] = others.find((one) => one !== characters[accented]) ?? letter
    return characters.join('')
  }
  const middle = Math.floor(characters.length / 2)
  characters[middle] = characters[middle] === '7' ? '4' : '7'
  return characters.join('')
}

export const firstChanged = (text: string): string => (text.startsWith('7') ? '4' : '7') + text.slice(1)

/** Changes the last character, which a comparison that ends too early misses. */
export const lastChanged = (text: string): string =>
  [...text].slice(0, -1).join('') + (text.endsWith('7') ? '4' : '7')

/** Returns as many letters and digits, each different from the valid text's. */
export function sameLength(text: string, random: Random): string {
  return [...text]
    .map((right) => {
      const drawn = random.word(1)
      return drawn === right.toLowerCase() ? (drawn === 'x' ? 'q' : 'x') : drawn
    })
    .join('')
}
