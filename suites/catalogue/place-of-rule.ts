import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeOf } from '../../harness/cli/about/source-place.ts'
import type { Place } from '../../harness/engine/case/defined-at.ts'

/** Finds the line that defines a requirement: in `suites/<topic>/rules.ts`, or among the rules for clients. */
export function placeOfRule(id: string): Place | undefined {
  const suffix = extname(import.meta.url)
  const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
  const [topic = id] = id.split('.')
  const files =
    topic === 'client'
      ? readdirSync(file('client/catalogue')).map((name) => `client/catalogue/${name}`)
      : [`${topic}/rules${suffix}`]
  for (const path of files.filter((path) => path.endsWith(suffix))) {
    const place = placeOf(`'${id}':`, file(path))
    if (place) return place
  }
  return undefined
}
