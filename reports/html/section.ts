import { markup } from './markup.ts'
import type { Markup, Value } from './markup.ts'

/** A section of the page with heading, anchor and a line of introduction. */
export function section(id: string, title: string, lead: string, content: Value): Markup {
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p class="meta">${lead}</p>${content}</section>`
}

/** On a phone, a comparison stacks its columns, each with its title. */
const labelled = (title: Value): Value => typeof title === 'string' && markup` data-label="${title}"`

/** A table that scrolls if it is wider than the page. The first cell of a row is its heading; `classes` are per row. */
export function table(
  label: string,
  head: Value[],
  rows: Value[][],
  classes: readonly string[] = [],
): Markup {
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table>
    <thead><tr>${head.map((title) => markup`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([first, ...rest], index) =>
        markup`<tr class="${classes[index] ?? ''}"><th scope="row">${first}</th>${rest.map((each, column) => markup`<td${labelled(head[column + 1])}>${each}</td>`)}</tr>`,
    )}</tbody></table></div>`
}
