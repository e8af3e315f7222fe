import { shellQuote } from './shell-quote.ts'

/** Puts values into a command's placeholders, each as one word of the shell; quotes right around one are dropped. */
export function fillCommand(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/(["']?)\{(\w+)\}\1/g, (written, _quote, name: string) => {
    const value = values[name]
    return value === undefined ? written : shellQuote(String(value))
  })
}
