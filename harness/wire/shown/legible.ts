import { jsonIn } from './json-in.ts'
import { jsonTokens } from './json-tokens.ts'
import { count } from './shortened.ts'
import { withoutNumbers } from './shown-body.ts'

/** How many characters of a text may be unlike words before they are hidden: fewer reveal nothing of a secret. */
const mostOdd = 7

/**
 * Keeps only legible words and known shapes: dates, addresses, user ids. Replaces everything else by its length, because it
 * may be a secret in an unknown encoding. Only for text that is already masked: masking may miss what is left of an echoed
 * secret after a word of it is removed.
 */
export const onlyLegible = (text: string): string =>
  // A JSON string is handled as a text of its own.
  jsonTokens(withoutNumbers(text))
    .map((token) => (/^".*"$/s.test(token) ? legibleString(token) : legible(token)))
    .join('')

function legibleString(token: string): string {
  const text = (jsonIn(token) as string | undefined) ?? token.slice(1, -1)
  const shown = legible(text)
  return shown === text ? token : JSON.stringify(shown)
}

function legible(text: string): string {
  // Every second entry is white space or a placeholder with a length.
  const words = text.split(/(‹[^‹›]{0,200}›|\s+)/)
  const odd = words.map((word, index) => (index % 2 === 0 ? oddIn(word) : 0))
  const few = odd.filter((one) => one > 0 && one <= mostOdd)
  // If many short words are illegible, they are pieces of something longer.
  if (few.reduce((sum, one) => sum + one, 0) > mostOdd && few.length * 6 > words.length) {
    const start = odd.findIndex((one) => one > 0)
    const end = odd.findLastIndex((one) => one > 0) + 1
    const pieces = hidden(words.slice(start, end).join(''))
    return [...words.slice(0, start), pieces, ...words.slice(end)].join('')
  }
  return words.map((word, index) => ((odd[index] ?? 0) > mostOdd ? hiddenWord(word) : word)).join('')
}

const hidden = (text: string) => `‹${count(text.length)} characters›`

/** Keeps the punctuation around a word, so that cut JSON still looks like JSON. */
function hiddenWord(word: string): string {
  const start = /^["'([{<]*/.exec(word)?.[0].length ?? 0
  let end = word.length
  while (end > start && `"')]}>,.;:`.includes(word.charAt(end - 1))) end--
  return word.slice(0, start) + hidden(word.slice(start, end)) + word.slice(end)
}

/** Text that was masked or replaced by its length; dates, user ids, IP addresses. */
const known =
  /\*\*\*|‹[^‹›]{0,200}›|\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?|(?<![\da-f-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f-])|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|base64url/gi

/** Returns how many characters, after percent-decoding, belong to no word, number or known shape. */
function oddIn(escaped: string): number {
  const word = escaped.replace(/%([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  const rest = word.replace(known, ' ')
  const pieces = rest.match(/[\p{Lo}\p{Lm}]+|[\p{Lu}\p{Ll}\p{Lt}\p{N}\p{M}]+/gu) ?? []
  const marks = rest.match(/[^\p{L}\p{N}\p{M}\s]/gu) ?? []
  const length = pieces.join('').length
  const isAddress = /^\W?(?:https?:\/)?\/\w/.test(word)
  const kinds = new Set(marks.filter((mark) => !(isAddress && '/?&='.includes(mark)))).size
  // Marks between every two or three letters are not punctuation.
  const isMixed = kinds > 3 && length < 3 * pieces.length
  if (isMixed || length + marks.length > 3 * length + 8 || (!/\p{L}/u.test(rest) && length > 15))
    return length + marks.length
  const escapes =
    rest.match(
      /%[\da-f]{2}|[\x80-\x9f\ufffd\p{Cf}\p{Co}\p{Cn}]|\\|(?<=[\p{L}\p{N}])[!$^*~|`#<>{}[\]]+(?=[\p{L}\p{N}])/giu,
    ) ?? []
  const odd = pieces.reduce((sum, piece) => sum + (isWord(piece) ? 0 : piece.length), 3 * escapes.length)
  return 4 * odd >= word.length && word.length > mostOdd + 2 ? Math.max(odd, mostOdd + 1) : odd
}

/** True for a number, or for letters cased like a word or several joined words, with an optional number at the end. */
function isWord(piece: string): boolean {
  const runs = piece.replace(/\p{M}+/gu, '').match(/[\p{Lu}\p{Lt}]+|\p{Ll}+|[\p{Lo}\p{Lm}]+|\p{N}+/gu) ?? []
  const letters = runs.filter((run) => /^\p{L}/u.test(run))
  const isNumbered = letters.length < runs.length
  if (letters.length === 0) return piece.length <= 19
  if (isNumbered && (letters.length < runs.length - 1 || !/^\p{N}{1,4}$/u.test(runs.at(-1) ?? '')))
    return false
  const capitals = letters.filter((run) => /^\p{Lu}/u.test(run))
  const acronyms = capitals.filter((run) => run.length > 1)
  const lone = letters.filter((run) => /^\p{Ll}$/u.test(run))
  if (acronyms.length > 1 || lone.length > 1 || acronyms.some((run) => run.length > 19)) return false
  return (
    !isEachTwice.test(piece) && !(/\p{sc=Latin}/u.test(piece) && /[\p{sc=Cyrillic}\p{sc=Greek}]/u.test(piece))
  )
}

const isEachTwice = /([^])\1([^])(?!\1)\2([^])(?!\2)\3([^])(?!\3)\4/u
