import type { Reading } from './read-calls.ts'

/**
 * A scenario as its situations, each under a name of its own and with its own operations and requests; what the server gave
 * stays known to all. A scenario without situations is one.
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
