import { readdirSync, readFileSync } from 'node:fs'
import { catalogue } from './index.ts'

/**
 * The requirements that each release judges by, as levels by id, keyed by the name of the set. A released set never
 * changes.
 */
export type RequirementSets = ReadonlyMap<string, ReadonlyMap<string, 'must' | 'should'>>

const folder = new URL('./sets/', import.meta.url)

/** Reads the sets of all releases, oldest first. A release judges by the newest. */
export function readRequirementSets(): RequirementSets {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return new Map(
    names.map((name) => {
      const text = readFileSync(new URL(`${name}.json`, folder), 'utf8')
      return [name, new Map(Object.entries(JSON.parse(text) as Record<string, 'must' | 'should'>))]
    }),
  )
}

/** Renders the whole catalogue as a set, which the next release freezes. */
export function renderRequirementSet(): string {
  const levels = Object.entries(catalogue.requirements).map(([id, { level }]) => [id, level])
  return `${JSON.stringify(Object.fromEntries(levels), null, 2)}\n`
}
