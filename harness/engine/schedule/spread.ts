/**
 * Divides things among `count` places so that all places cost about the same; returns the place of each, counted from 0. The
 * dearest are placed first, each where the least cost is so far. Equal input gives equal places, in whatever order it comes.
 */
export function spread(costs: ReadonlyMap<string, number>, count: number): Map<string, number> {
  const loads = Array.from({ length: count }, () => 0)
  const places = new Map<string, number>()
  const byCost = [...costs].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  for (const [name, cost] of byCost) {
    const lightest = loads.indexOf(Math.min(...loads))
    loads[lightest] = (loads[lightest] ?? 0) + cost
    places.set(name, lightest)
  }
  return places
}
