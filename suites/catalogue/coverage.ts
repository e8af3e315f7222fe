import type { Unit } from './specification.ts'
import type { Source } from '../rule.ts'

export function uncovered(units: readonly Unit[], sources: readonly Source[]): string[] {
  return units.flatMap((unit) => {
    const quotes = sources.filter((source) => isQuoteOf(source, unit)).map(({ quote }) => quote)
    return unit.clauses.filter(
      (clause) =>
        !quotes.some((quote) => clause.includes(quote) || quote.includes(clause.replace(/\.$/, ''))),
    )
  })
}

/** True for a verbatim quote from the right section, if it has four words or more or is a whole cell or sentence. */
export function isQuoteOf({ section, quote }: Source, unit: Unit): boolean {
  if (section !== unit.section || !unit.text.includes(quote)) return false
  return quote.split(/\s+/).length >= 4 || unit.wholes.includes(quote)
}
