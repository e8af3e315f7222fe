import { visible } from '../visible.ts'

/** Text that is HTML already. Only the template below makes it, so that nothing unescaped gets in. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Value = Markup | string | number | null | undefined | false | Value[]

/** Template whose values are escaped, in text as in quoted attributes; lists are joined, and what is absent is left out. */
export function markup(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(strings.map((string, index) => string + render(values[index])).join(''))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function render(value: Value): string {
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  if (value === null || value === undefined || value === false) return ''
  return visible(String(value)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
