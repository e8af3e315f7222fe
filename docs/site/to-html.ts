import { Marked } from 'marked'
import type { Tokens } from 'marked'
import type { Heading } from './page.ts'

export interface Rendered {
  title: string
  headings: Heading[]
  html: string
}

/** What a page's Markdown refers to. */
export interface References {
  /** The address that a link of this page leads to. */
  link: (href: string) => string
  /** Where a word in `code` has a page of its own: its address. */
  word: (code: string) => string | undefined
}

/** Markdown as HTML. HTML within it is shown as text, but for pictures: quotes hold words such as `<ACCESS_TOKEN>`. */
export function toHtml(markdown: string, { link, word }: References): Rendered {
  const headings: Heading[] = []
  const taken = new Map<string, number>()
  const marked = new Marked({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) =>
        text.startsWith('<picture>') ? withAddresses(text, link) : escapeHtml(text),
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens)
        const text = plain(inner)
        const id = unused(slugOf(text), taken)
        headings.push({ depth, id, text })
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(link(href))}">${this.parser.parseInline(tokens)}</a>`
      },
      codespan({ text }) {
        const address = word(text)
        const code = `<code>${escapeHtml(text)}</code>`
        return address === undefined ? code : `<a href="${escapeHtml(address)}">${code}</a>`
      },
      code: ({ text }) =>
        `<pre tabindex="0" role="group" aria-label="Example"><code>${escapeHtml(text)}</code></pre>\n`,
      table({ header, rows }) {
        const cells = (row: Tokens.TableCell[], tag: string): string =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead>${cells(header, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('\n')}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  return { title: headings.find(({ depth }) => depth === 1)?.text ?? '', headings, html }
}

/** A picture for light and for dark, which Markdown has no words for. */
const withAddresses = (html: string, link: References['link']): string =>
  html.replace(
    /\b(src|srcset)="([^"]+)"/g,
    (_, name: string, href: string) => `${name}="${escapeHtml(link(href))}"`,
  )

/** The anchor that GitHub gives a heading, so that one link works here and there. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

function unused(slug: string, taken: Map<string, number>): string {
  const before = taken.get(slug) ?? 0
  taken.set(slug, before + 1)
  return before === 0 ? slug : `${slug}-${before}`
}

/** HTML without its tags, for titles and for the search. */
export function plain(html: string): string {
  return html
    .replace(/<a class="anchor".*?<\/a>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => UNESCAPED[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
const UNESCAPED: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
