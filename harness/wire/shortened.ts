/** A text in one line of so many characters. Its secrets are to be masked before: none may be cut in two, or be respaced. */
export function shortened(masked: string, length: number): string {
  const line = masked.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length)}…` : line
}
