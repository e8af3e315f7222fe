import { posix } from 'node:path'

/**
 * Every link of a finished site that leads nowhere, as a line for people: to a file that is missing, or to an anchor that
 * its page lacks. Links that leave the site are not followed.
 */
export function brokenLinks(files: ReadonlyMap<string, string | Uint8Array>): string[] {
  const pages = [...files].flatMap(([path, content]) =>
    path.endsWith('.html') && typeof content === 'string' ? [[path, content] as const] : [],
  )
  const anchors = new Map(
    pages.map(([path, html]) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  )
  return pages.flatMap(([path, html]) =>
    [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, href = '']) => {
      if (/^(?:[a-z]+:|\/\/)/.test(href)) return []
      const [file = '', fragment] = href.split('#')
      const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), decodeURI(file)))
      if (!files.has(target)) return [`${path} links to ${href}: there is no ${target}`]
      if (fragment === undefined || fragment === '' || anchors.get(target)?.has(decodeURI(fragment)))
        return []
      return [`${path} links to ${href}: ${target} has no such anchor`]
    }),
  )
}
