import { statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Page } from './page.ts'

/** Files of the repository that a page links to, by their paths in it; folders, addresses and what is missing are left out. */
export function linkedFiles(root: string, { source, markdown }: Page): string[] {
  return [...markdown.matchAll(/(?:\]\(|\bsrc(?:set)?=")([^)\s#"]+)/g)].flatMap(([, href = '']) => {
    if (/^[a-z]+:/.test(href)) return []
    const path = posix.normalize(posix.join(posix.dirname(source), href))
    const isFile =
      !path.startsWith('..') && statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true
    return isFile ? [path] : []
  })
}
