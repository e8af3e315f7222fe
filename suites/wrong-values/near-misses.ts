import type { Random } from '../../harness/engine/run.ts'

/**
 * Texts that are almost the valid one, and yet wrong for any server: what differs is neither letter case nor outer
 * white space nor a Unicode form.
 */

export const extended = (text: string, random: Random): string => `${text}-${random.word(6)}`

/** With more behind a zero character, at which a text ends in C. */
export const behindZero = (text: string, random: Random): string => `${text}\0${random.word(6)}`

/** Without its last character; extended instead of that where outer white space or too little would be left. */
export const cut = (text: string, random: Random): string =>
  /^.+\S\S$/su.test(text) ? [...text].slice(0, -1).join('') : extended(text, random)

/** Without its last four characters; undefined for a short text, of which too little would be left. */
export const cutShort = (text: string): string | undefined =>
  text.length < 16 ? undefined : text.slice(0, -4)

/** Each letter in the other case, but for those that have none of one letter, as ß: SS is not the same to all that fold. */
export const otherCase = (text: string): string =>
  [...text]
    .map((one) => {
      const [lower, upper] = [one.toLowerCase(), one.toUpperCase()]
      if (one === upper) return lower
      return upper.toLowerCase() === lower ? upper : one
    })
    .join('')

/** With another accent on its first letter that has one; else with another letter or digit in its middle. */
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

/** With another last character, which a comparison that ends too early does not see. */
export const lastChanged = (text: string): string =>
  [...text].slice(0, -1).join('') + (text.endsWith('7') ? '4' : '7')

/** As many letters and digits, none of them that of the right text. */
export function sameLength(text: string, random: Random): string {
  return [...text]
    .map((right) => {
      const drawn = random.word(1)
      return drawn === right.toLowerCase() ? (drawn === 'x' ? 'q' : 'x') : drawn
    })
    .join('')
}
