import type { Artifact, Report } from './report.ts'
import { escapeMarkup } from './html/markup.ts'
import { visible } from './visible.ts'
import { count, skippedIn, skippedWords, wasInterrupted } from './words.ts'

/**
 * `badge.svg`, and `badge.json` in the form that shields.io reads from an endpoint. The label names the server, because that
 * form has no other place for it.
 */
export function renderBadge(report: Report): Artifact[] {
  const { message, colour } = said(report)
  const label = `conformance of ${visible(report.subject.baseUrl).replace(/^https?:\/\/|\/$/g, '')}`
  const endpoint = { schemaVersion: 1, label, message, color: colour.slice(1) }
  return [
    { path: 'badge.svg', content: picture(label, message, colour) },
    { path: 'badge.json', content: `${JSON.stringify(endpoint, null, 2)}\n` },
  ]
}

/** Colours dark enough for white text: 4.5 to 1 (WCAG 2.2, 1.4.3). */
function said(report: Report): { message: string; colour: string } {
  const { conclusion, totals, requirements } = report
  const { must } = totals
  const judged = must.pass + must.fail
  const of = requirements.filter(({ level }) => level === 'must').length - must['not-applicable']
  if (wasInterrupted(report)) return { message: 'interrupted', colour: '#616161' }
  if (conclusion === 'conformant') {
    const less = skippedIn(report) > 0 ? `, ${skippedWords(report)}` : ''
    return { message: `conformant, ${count(must.pass, 'rule')}${less}`, colour: '#2e7031' }
  }
  if (conclusion === 'partial')
    return { message: `partial, ${judged} of ${count(of, 'rule')}`, colour: '#8a5a00' }
  const broken = must.fail > 0 ? count(must.fail, 'rule') : count(totals.should.fail, 'recommendation')
  return { message: `${broken} broken`, colour: '#b3261e' }
}

/** Only the label needs escaping: the message is our own. `textLength` fits the text to its box in any font. */
function picture(label: string, message: string, colour: string): string {
  const [left, right] = [widthOf(label), widthOf(message)]
  const name = escapeMarkup(label)
  const text = (words: string, from: number, width: number) =>
    `<text x="${from + 6}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${words}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}: ${message}">
  <title>${name}: ${message}</title>
  <clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/></g>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">${text(name, 0, left)}${text(message, left, right)}</g>
</svg>
`
}

const widthOf = (words: string): number => Math.round(words.length * 6.6) + 12
