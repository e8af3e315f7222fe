import { visible } from '../visible.ts'

/** Text that is already HTML. Only the template below creates it, so that nothing unescaped gets in. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Value = Markup | string | number | null | undefined | false | Value[]

/** Template that escapes its values, for text and for quoted attributes; joins lists and leaves out absent values. */
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

/** Makes hidden characters visible, and escapes a text for HTML, XML and their quoted attributes. */
export const escapeMarkup = (text: string): string =>
  visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

function render(value: Value): string {
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  if (value === null || value === undefined || value === false) return ''
  return escapeMarkup(String(value))
}
