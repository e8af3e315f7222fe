import { posix } from 'node:path'
import type { Page } from './page.ts'
import { slugOf } from './to-html.ts'

/** Turns links of the repository into links of the site. */
export interface Addresses {
  /**
   * @param from the page on which the link stands
   * @throws Error where it leads nowhere
   */
  link: (from: Page, href: string) => string
  /** The page of a requirement, seen from another page; undefined where the word names none. */
  word: (from: Page, code: string) => string | undefined
}

/** @param assets paths in the repository, with where they stand in the site */
export function createAddresses(
  pages: readonly Page[],
  assets: ReadonlyMap<string, string>,
  anchors: ReadonlyMap<string, string>,
): Addresses {
  const places = new Map([...assets, ...pages.map(({ source, path }) => [source, path] as const)])
  const bySlug = new Map([...anchors].map(([id, place]) => [slugOf(id), place]))
  return {
    link(from, href) {
      if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href
      const [file = '', fragment] = href.split('#')
      const source = posix.normalize(posix.join(posix.dirname(from.source), file))
      // One page in the repository; in the site each entry has a place of its own.
      const entry = source === 'docs/requirements.md' && bySlug.get(fragment ?? '')
      if (entry) return relative(from.path, entry)
      const target = places.get(source)
      if (target === undefined) throw new Error(`${from.source} links to ${href}, which is not in the site`)
      return relative(from.path, target) + (fragment === undefined ? '' : `#${fragment}`)
    },
    word(from, code) {
      const target = anchors.get(code)
      return target === undefined || target === from.path ? undefined : relative(from.path, target)
    },
  }
}

/** From one file of the site to another: the site works below any address, and from disk. */
export function relative(from: string, to: string): string {
  const [file = '', fragment] = to.split('#')
  const path = posix.relative(posix.dirname(from), file)
  return fragment === undefined ? path : `${path}#${fragment}`
}
