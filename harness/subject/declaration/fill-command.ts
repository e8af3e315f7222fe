import { shellQuote } from '../process/shell-quote.ts'

/**
 * Replaces a command's placeholders by values, each as one word for the shell; drops quotes directly around a placeholder.
 * Inserts plain words unchanged. Passes other values in environment variables, so that no shell interprets them as code.
 * @throws Error if a value that is not a plain word would be inside quotes with other text; the declaration is checked for
 * that
 */
export function fillCommand(template: string, values: Readonly<Record<string, string | number>>) {
  /** Variables that the command reads, in addition to its environment. */
  const env: Record<string, string> = {}
  const parts = partsOf(template).map(({ written, name, isInside }) => {
    const value = name === undefined ? undefined : values[name]
    if (name === undefined || value === undefined) return written
    if (isPlainWord(String(value))) return String(value)
    if (isInside) throw new Error(`{${name}} is inside quotes with other text`)
    if (process.platform === 'win32') return shellQuote(String(value))
    const variable = `CONFORMANCE_${name.toUpperCase()}`
    env[variable] = String(value)
    return `"$${variable}"`
  })
  return { command: parts.join(''), env }
}

/** True for a word that means the same inside quotes, outside them, and to a shell that reads it a second time. */
export const isPlainWord = (word: string): boolean => /^[\w@%+=:,./-]+$/.test(word)

/** True if a placeholder is inside quotes with other text, so that it can't be a separate word. */
export const isInsideQuotes = (template: string, name: string): boolean =>
  partsOf(template).some((part) => part.name === name && part.isInside)

interface Part {
  written: string
  name?: string | undefined
  isInside: boolean
}

/** Splits a shell command into placeholders, including the quotes directly around them, and single characters. */
function partsOf(template: string): Part[] {
  const parts: Part[] = []
  let open = ''
  for (let at = 0; at < template.length;) {
    const rest = template.slice(at)
    const found = (open === '' ? /^(["']?)\{(\w+)\}\1/ : /^()\{(\w+)\}/).exec(rest)
    const written =
      found?.[0] ?? (open !== "'" && rest.startsWith('\\') ? rest.slice(0, 2) : rest.slice(0, 1))
    parts.push({ written, name: found?.[2], isInside: open !== '' })
    if (!found && (written === open || (open === '' && /^["']$/.test(written))))
      open = open === '' ? written : ''
    at += written.length
  }
  return parts
}
