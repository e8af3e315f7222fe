/** A page that is generated from data. */
export interface Page {
  /** Where it is in the site, and what its links are relative to: `docs/defects.md`. */
  path: string
  markdown: string
}

/** A Markdown table. The text of a cell can't end the cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The anchor that GitHub gives a heading, so that one link works here and there. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
