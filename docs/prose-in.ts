import { parseSync } from 'rolldown/utils'

export interface Prose {
  line: number
  text: string
}

/** The comments of a source file, and its strings that contain a space: titles, messages, summaries. */
export function proseIn(code: string, file: string): Prose[] {
  const { comments, program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: { start: number; text: string }[] = comments.map(({ start, value }) => ({
    start,
    text: value.replace(/\n\s*\* ?/g, '\n'),
  }))
  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const text = textOf(node)
    if (text !== undefined && / /.test(text.trim()))
      found.push({ start: (node as { start: number }).start, text })
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(program)
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, text }) => ({ line: code.slice(0, start).split('\n').length, text }))
}

/** Placeholders of a template become a character that belongs to no word. */
function textOf(node: object): string | undefined {
  if (!('type' in node)) return undefined
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || !('quasis' in node)) return undefined
  return (node.quasis as { value: { cooked?: string } }[]).map(({ value }) => value.cooked ?? '').join('…')
}
