import { visible } from './visible.ts'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': '&#64;',
  '#': '&#35;',
  ':': '&#58;',
}

/** One line of text in which nothing is markup, a mention of a person, an issue, an emoji or an address. */
export function escapeMarkdown(plain: string): string {
  const line = visible(plain).replace(/\s+/g, ' ').trim()
  return line
    .replace(/[&<>@#]|:(?=\/\/|\w+:)/g, (character) => ENTITIES[character] ?? '')
    .replace(/[\\`*_{}[\]()!|~^$]|^[-+=]|\.(?<=(?:^\d+|\bwww)\.)/gi, (character) => `\\${character}`)
}

/** A sentence in which `backticks` mark code; the rest is escaped as above. A pipe would end a cell even in code. */
export function escapeProse(text: string): string {
  const parts = text.split(/`([^`|\n]+)`/)
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return inlineCode(part)
      const before = part !== part.trimStart() ? ' ' : ''
      const after = part !== part.trimEnd() ? ' ' : ''
      return `${before}${escapeMarkdown(part)}${after}`
    })
    .join('')
    .trim()
}

/** One line as inline code. */
export function inlineCode(plain: string): string {
  return `\`${visible(plain).replace(/\s+/g, ' ').replaceAll('`', "'")}\``
}

/** A code block whose fence is longer than any run of backticks inside. */
export function codeBlock(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}\n${visible(code)}\n${ticks}`
}
