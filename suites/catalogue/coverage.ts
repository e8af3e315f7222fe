import type { Unit } from './specification.ts'
import type { Source } from './types.ts'

/** What no quote accounts for. A quote counts with four words or more, or as a whole cell or a whole short sentence. */
export function uncovered(units: readonly Unit[], sources: readonly Source[]): Unit[] {
  return units.filter((unit) => !sources.some((source) => accountsFor(source, unit)))
}

function accountsFor({ section, quote }: Source, unit: Unit): boolean {
  if (section !== unit.section || !unit.text.includes(quote)) return false
  return quote.split(/\s+/).length >= 4 || unit.cells.includes(quote)
}
