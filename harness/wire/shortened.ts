/** A text in one line of so many characters. Only for what is masked already: of a secret that is cut nothing is found. */
export function shortened(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length)}…` : line
}

/** A text that isn't masked yet: as `shown` gives it, or only its length where it is longer than `limit`. */
export const wholeOrLength = (text: string, limit: number, shown = (whole: string) => whole): string =>
  text.length > limit ? `‹${count(text.length)} characters›` : shown(text)

export const count = (number: number): string => number.toLocaleString('en')
