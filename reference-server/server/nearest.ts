/** The one of `names` that is most like `name`; undefined where there are none. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const [first] = names
    .map((known) => ({ known, distance: editDistance(known, name) }))
    .sort((a, b) => a.distance - b.distance)
  return first?.known
}

/** Levenshtein's distance in single characters. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost))
    }
    row = next
  }
  return row[b.length] ?? 0
}
