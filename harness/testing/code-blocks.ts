import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../subject/files/package-folder.ts'

/** Returns the blocks of code in one language that a page shows, in order. */
export function codeBlocks(page: string, language: string): string[] {
  const text = readFileSync(join(packageFolder(), page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, name, block = '']) =>
    name === language ? [block] : [],
  )
}
