// Controls but line feed and tab; formatting characters, which turn the reading direction or have no width; separators
// that break lines; lone surrogates, which have no UTF-8 form; and the two that XML forbids besides.
const INVISIBLE = /[^\P{Cc}\n\t]|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}|\ufffe|\uffff/gu

/**
 * The text with every character that a terminal obeys, that a reader can't see or that XML forbids (XML 1.0 section 2.2)
 * written as `\u{1b}`. A server chooses its bodies; it must not choose what our reports look like.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** A value as JSON in which the same characters are written as JSON's own escapes: what is read from it is the same. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(INVISIBLE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
