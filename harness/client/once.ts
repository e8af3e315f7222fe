/**
 * The work, done once for each object: long answers come many times, and are read once (`readJson`), so that what is found
 * in one holds for all. Nobody may change the object.
 */
export function once<K extends object, V>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { found: V }>()
  return (of) => {
    const { found } = known.get(of) ?? { found: work(of) }
    if (!known.has(of)) known.set(of, { found })
    return found
  }
}
