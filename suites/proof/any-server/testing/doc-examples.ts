import { readFileSync } from 'node:fs'

/** Returns the declarations that a page of the docs shows, in order. */
export function docExamples(page: string): string[] {
  const text = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, example]) => example!)
}
