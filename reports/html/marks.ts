import type { Level, Totals, Verdict } from '../report.ts'
import { VERDICT_WORDS, VERDICTS } from '../words.ts'
import { markup, type Markup, type Value } from './markup.ts'

// Each verdict has a shape besides its colour, for colour-blind readers and for paper.
const SHAPES: Record<Verdict, string> = {
  pass: '✓',
  fail: '✕',
  error: '!',
  inconclusive: '?',
  untested: '○',
  'not-applicable': '–',
}

/** A verdict as a small sign: shape, word, colour. */
export function verdictMark(verdict: Verdict): Markup {
  return markup`<span class="verdict ${verdict}"><span aria-hidden="true">${SHAPES[verdict]}</span> ${VERDICT_WORDS[verdict]}</span>`
}

export function levelMark(level: Level): Markup {
  return markup`<span class="level ${level}">${level}</span>`
}

/** All figures except zeros, each with its colour. */
export function figureList(totals: Totals): Markup {
  const present = VERDICTS.filter((verdict) => totals[verdict] > 0)
  return markup`<ul class="figures">${present.map(
    (verdict) => markup`<li class="${verdict}"><b>${totals[verdict]}</b> ${VERDICT_WORDS[verdict]}</li>`,
  )}</ul>`
}

/** Shares of the verdicts as one bar, drawn with attributes alone: the page's policy allows no style attributes. */
export function shareBar(totals: Totals): Markup {
  const present = VERDICTS.filter((verdict) => totals[verdict] > 0)
  const sum = present.reduce((whole, verdict) => whole + totals[verdict], 0)
  let at = 0
  const parts = present.map((verdict) => {
    const width = (100 * totals[verdict]) / sum
    const part = markup`<rect class="${verdict}" x="${at.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="4"/>`
    at += width
    return part
  })
  return markup`<svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`
}

/** The anchor of a requirement. */
export function anchorOf(id: string): string {
  return `requirement-${id.replace(/[^a-zA-Z0-9_.-]/g, '-')}`
}

/** A shell line with a button to copy it. It wraps between words: a browser would also do so at the hyphens of an option. */
export function shellLine(label: string, line: string): Markup {
  const words = line.split(/(\s+)/).map((word) => (/\S/.test(word) ? markup`<span>${word}</span>` : word))
  return markup`<div class="shell"><span class="label">${label}</span><pre><code>${words}</code></pre></div>`
}

/** A sentence in which `backticks` mark code. */
export function prose(text: string): Markup {
  const parts = text.split(/`([^`\n]+)`/)
  return markup`${parts.map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))}`
}

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
