/**
 * Does the work once for each object. Long answers come many times but are parsed once (`readJson`), so a result holds for
 * all of them. The objects must not be changed.
 */
export function once<K extends object, V>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { found: V }>()
  return (of) => {
    const { found } = known.get(of) ?? { found: work(of) }
    if (!known.has(of)) known.set(of, { found })
    return found
  }
}
