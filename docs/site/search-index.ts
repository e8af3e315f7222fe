import type { Page } from './page.ts'
import { plain } from './to-html.ts'
import type { Rendered } from './to-html.ts'

/** A part of a page that the search finds: its address, the page's title, its own heading, its text. */
export type Entry = [address: string, title: string, heading: string, text: string]

// Enough to find a part by; long tables are found by their beginnings.
const LONGEST = 6000

/** The parts of a page, one for each heading of the second level. */
export function entriesOf({ path }: Page, { title, headings, html }: Rendered): Entry[] {
  const parts = html.split(/(?=<h2 id=")/)
  return parts.map((part): Entry => {
    const id = /^<h2 id="([^"]+)"/.exec(part)?.[1]
    const heading = headings.find((each) => each.id === id && each.depth === 2)?.text ?? ''
    const text = plain(part.replace(/^<h[12][^]*?<\/h[12]>/, '')).slice(0, LONGEST)
    return [id === undefined ? path : `${path}#${id}`, title, heading, text]
  })
}

/** The index as a script: a page that is opened from disk may not read other files. */
export function searchIndex(entries: readonly Entry[]): string {
  return `window.searchIndex = ${JSON.stringify(entries)}\n`
}
