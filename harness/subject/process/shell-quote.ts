/** Quotes a text as one word of a shell command: sh, or cmd.exe on Windows. Plain words stay unchanged. */
export function shellQuote(word: string): string {
  if (process.platform === 'win32')
    return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
