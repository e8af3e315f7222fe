/** What something holds while it runs: nothing else that holds one of these runs beside it. `alone`: nothing else at all. */
export type Leases = readonly string[] | 'alone'

export interface Lanes<T> {
  /** How many may run side by side. */
  lanes: number
  /** Called when one could start. */
  leases: (one: T) => Leases
  /** Called when one could start; returns true if it must not start beside others, because they use much memory. */
  isCrowded?: () => boolean
}

/** Runs one; `hadCompany` returns true if another ran at the same time. */
export type RunOne<T> = (one: T, hadCompany: () => boolean) => Promise<void>

/** Runs one after another. */
export async function inTurn<T>(all: readonly T[], run: RunOne<T>): Promise<void> {
  for (const one of all) await run(one, () => false)
}

/** Runs as many at once as lanes and leases allow, in their order; then those that run alone, one after another. */
export async function sideBySide<T>(
  all: readonly T[],
  { lanes, leases, isCrowded = () => false }: Lanes<T>,
  run: RunOne<T>,
): Promise<void> {
  if (lanes === 1) return await inTurn(all, run)
  const alone = all.filter((one) => leases(one) === 'alone')
  const waiting = new Set(all.filter((one) => !alone.includes(one)))
  const running = new Map<T, readonly string[]>()
  const begun = new Set<() => void>()
  await new Promise<void>((resolve, reject) => {
    const next = () => {
      const taken = new Set([...running.values()].flat())
      // Those that hold a lease queue for it and start first; the others fit in beside them. A lease is reserved for the
      // first in its queue, so those that share a lease keep their order.
      const queueFirst = Array.from(waiting, (one) => ({ one, wanted: leases(one) })).sort(
        (a, b) => Number(b.wanted.length > 0) - Number(a.wanted.length > 0),
      )
      for (const { one, wanted } of queueFirst) {
        if (running.size >= (isCrowded() ? 1 : lanes)) return
        if (wanted === 'alone') continue
        const isFree = wanted.every((lease) => !taken.has(lease))
        for (const lease of wanted) taken.add(lease)
        if (!isFree) continue
        waiting.delete(one)
        begin(one, wanted)
      }
      if (running.size === 0) resolve()
    }
    const begin = (one: T, held: readonly string[]) => {
      let hadCompany = running.size > 0
      for (const tell of begun) tell()
      const tell = () => (hadCompany = true)
      begun.add(tell)
      running.set(one, held)
      run(one, () => hadCompany).then(() => {
        running.delete(one)
        begun.delete(tell)
        next()
      }, reject)
    }
    next()
  })
  await inTurn(alone, run)
}
