import type { Reading } from './read-calls.ts'

/**
 * Splits a scenario into its situations, each with its own name, operations and requests; all of them know what the server
 * gave. A scenario without situations stays whole.
 */
export function viewsOf(reading: Reading): Reading[] {
  const { played, calls } = reading
  const views = [...played.situations].map(([name, { variations }]): Reading => {
    const operations = played.operations.filter(({ situation }) => situation === name)
    const indexes = operations.map(({ index }) => index)
    return {
      ...reading,
      played: { ...played, scenario: name, variations, operations },
      calls: calls.filter(({ operation }) => operation !== undefined && indexes.includes(operation)),
    }
  })
  return views.length === 0 ? [reading] : views
}
