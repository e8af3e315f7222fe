/**
 * Returns the text on one line, cut to this many characters. Only for masked text: a secret that has been cut can't be
 * found.
 */
export function shortened(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length)}…` : line
}

/** Returns a text that isn't masked yet, transformed by `shown`; or only its length if it is longer than `limit`. */
export const wholeOrLength = (text: string, limit: number, shown = (whole: string) => whole): string =>
  text.length > limit ? `‹${count(text.length)} characters›` : shown(text)

export const count = (number: number): string => number.toLocaleString('en')
