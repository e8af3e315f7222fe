import { shellQuote } from './shell-quote.ts'

export interface FilledCommand {
  command: string
  /** Variables that the command reads, beside its environment. */
  env: Record<string, string>
}

/**
 * Puts values into a command's placeholders, each as one word of the shell; quotes right around one are dropped. A plain word
 * is put in as it is. Any other goes by an environment variable, so that no shell reads it as part of a command.
 * @throws Error where one that is no plain word would stand inside quotes with other text; the declaration is checked for it
 */
export function fillCommand(
  template: string,
  values: Readonly<Record<string, string | number>>,
  platform: NodeJS.Platform = process.platform,
): FilledCommand {
  const env: Record<string, string> = {}
  const parts = partsOf(template).map(({ written, name, isInside }) => {
    const value = name === undefined ? undefined : values[name]
    if (name === undefined || value === undefined) return written
    if (isPlainWord(String(value))) return String(value)
    if (isInside) throw new Error(`{${name}} is inside quotes with other text`)
    if (platform === 'win32') return shellQuote(String(value), platform)
    const variable = `CONFORMANCE_${name.toUpperCase()}`
    env[variable] = String(value)
    return `"$${variable}"`
  })
  return { command: parts.join(''), env }
}

/** A word that means the same inside quotes, outside, and to a shell that reads it a second time. */
export const isPlainWord = (word: string): boolean => /^[\w@%+=:,./-]+$/.test(word)

/** Whether a placeholder stands inside quotes with other text, where no word of its own can be put. */
export const isInsideQuotes = (template: string, name: string): boolean =>
  partsOf(template).some((part) => part.name === name && part.isInside)

interface Part {
  written: string
  /** Of the placeholder, where it is one. */
  name?: string | undefined
  isInside: boolean
}

/** A shell command as placeholders, with the quotes right around them, and single characters. */
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
