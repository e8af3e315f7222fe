/** The first difference between two texts. Lines and columns count from 1; a line that one of the texts lacks is null. */
export interface Difference {
  line: number
  column: number
  given: string | null
  built: string | null
}

/** Returns undefined if the texts are the same. */
export function firstDifference(given: string, built: string): Difference | undefined {
  const [left, right] = [given.split('\n'), built.split('\n')]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [mine, yours] = [left[at], right[at]]
    if (mine === yours) continue
    return {
      line: at + 1,
      column: firstColumn(mine ?? '', yours ?? ''),
      given: mine ?? null,
      built: yours ?? null,
    }
  }
  return undefined
}

function firstColumn(left: string, right: string): number {
  let at = 0
  while (at < left.length && at < right.length && left[at] === right[at]) at++
  return at + 1
}
