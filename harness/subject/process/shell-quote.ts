/** Quotes a text as one word of a shell command: sh, or cmd.exe on Windows. Plain words stay unchanged. */
export function shellQuote(word: string): string {
  if (process.platform !== 'win32') return quoteForSh(word)
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`
}

/** The same for sh, wherever this runs. */
export const quoteForSh = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
