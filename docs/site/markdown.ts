import { statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { packageFolder } from '../../harness/subject/files/package-folder.ts'
import { entries, placeOf } from './places.ts'
import { reportPageOf } from './report-pages.ts'

/** Files other than pages that pages link to, by their path in the repository. The site gets a copy of each. */
export const linkedFiles = new Set<string>()

/**
 * Makes Markdown that is written for GitHub work in the site: links lead to pages and files of the site, the link to a
 * published report to its page, an id of the catalogue in `code` to its entry; HTML other than a picture is text.
 */
export function adaptMarkdown(md: MarkdownRenderer): void {
  md.core.ruler.push('repository', ({ tokens, Token, env }) => {
    const page = placeOf((env as { relativePath: string }).relativePath)
    for (const token of tokens) {
      let isInLink = false
      token.children = (token.children ?? []).flatMap((child) => {
        if (child.type === 'link_open') adaptLink(child, page)
        // Vue would evaluate ${{ }}; in blocks of code VitePress itself says not to.
        if (child.type === 'code_inline') child.attrSet('v-pre', '')
        if (child.type === 'link_open' || child.type === 'link_close') isInLink = child.type === 'link_open'
        const entry = child.type === 'code_inline' && !isInLink ? entries.get(child.content) : undefined
        if (entry === undefined || token.type !== 'inline' || entry === `/${page}`) return [child]
        const open = new Token('link_open', 'a', 1)
        open.attrSet('href', entry)
        return [open, child, new Token('link_close', 'a', -1)]
      })
    }
  })
  md.renderer.rules['html_block'] = (tokens, index) => htmlOf(tokens[index]?.content ?? '')
  md.renderer.rules['html_inline'] = (tokens, index) => htmlOf(tokens[index]?.content ?? '')

  const htmlOf = (html: string): string => {
    if (html.startsWith('<picture>')) return bothPictures(html)
    // What starts otherwise comes from VitePress: its anchors hold an entity.
    return html.startsWith('<') ? md.utils.escapeHtml(html) : html
  }
}

/** A picture for each look: the site's own switch doesn't change what the system prefers, which `<picture>` follows. */
function bothPictures(html: string): string {
  const dark = /\bsrcset="([^"]+)"/.exec(html)?.[1] ?? ''
  const image = /<img\b[^>]*>/.exec(html)?.[0] ?? ''
  const imageOf = (look: string, path?: string) =>
    image
      .replace(/\bsrc="([^"]+)"/, (_, light: string) => `src="./${path ?? light}"`)
      .replace('<img', `<img class="on-${look}"`)
  return imageOf('light') + imageOf('dark', dark)
}

/** A link as a token of the parser. */
interface Link {
  attrGet: (name: string) => string | null
  attrSet: (name: string, value: string) => void
}

function adaptLink(link: Link, page: string): void {
  const [path = '', fragment] = (link.attrGet('href') ?? '').split('#')
  if (path === '' || /^[a-z]+:/.test(path)) return
  if (path.endsWith('.md')) {
    link.attrSet('href', placeOf(path) + (fragment === undefined ? '' : `#${fragment}`))
    return
  }
  const file = posix.join(posix.dirname(page), path)
  if (statSync(join(packageFolder(), file), { throwIfNoEntry: false })?.isFile() !== true)
    throw new Error(`${page} links to ${path}, but there is no such file`)
  linkedFiles.add(file)
  const reportPage = reportPageOf(file)
  if (reportPage !== undefined) link.attrSet('href', posix.relative(posix.dirname(page), reportPage))
  // The router would look for a page.
  link.attrSet('target', '_self')
}
