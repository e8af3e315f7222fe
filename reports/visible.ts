// Control characters except line feed and tab; formatting characters, which change the reading direction or have no width;
// separators that break lines; lone surrogates, which have no UTF-8 form; and two more that XML forbids.
const INVISIBLE = /[^\P{Cc}\n\t]|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}|\ufffe|\uffff/gu

/**
 * Writes every character that a terminal obeys, that a reader can't see or that XML forbids (XML 1.0 section 2.2) as
 * `\u{1b}`. A server chooses its bodies, but must not choose what our reports look like.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** A value as JSON with the same characters written as JSON's own escapes; it parses to the same value. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(INVISIBLE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
