/** What something holds while it runs: nothing else that holds one of these runs beside it. `alone`: nothing else at all. */
export type Leases = readonly string[] | 'alone'

export interface Lanes<T> {
  /** How many may run side by side. */
  lanes: number
  /** Called when one could start. */
  leases: (one: T) => Leases
  /** Called when one could start; returns true if it must not start beside others, because they use much memory. */
  isCrowded?: () => boolean
  /** Called when one could start beside others; returns false if it has to wait for them, whatever it holds. */
  mayJoin?: (one: T, others: readonly T[]) => boolean
}

/** Runs one; `hadCompany` returns true if another ran at the same time. */
export type RunOne<T, Result = void> = (one: T, hadCompany: () => boolean) => Promise<Result>

interface Asked<T> {
  one: T
  begin: (hadCompany: () => boolean) => Promise<void>
}

/** Runs one after another. */
export async function inTurn<T>(all: readonly T[], run: RunOne<T>): Promise<void> {
  for (const one of all) await run(one, () => false)
}

/** Runs as many at once as lanes and leases allow, in their order; then those that run alone, one after another. */
export async function sideBySide<T>(all: readonly T[], options: Lanes<T>, run: RunOne<T>): Promise<void> {
  if (options.lanes === 1) return await inTurn(all, run)
  const { ask } = createLanes(options)
  await Promise.all(all.map((one) => ask(one, run)))
}

/** Lets those that are asked for run side by side, as far as lanes and leases allow. */
export function createLanes<T>(options: Lanes<T>) {
  const { lanes, leases, isCrowded = () => false, mayJoin = () => true } = options
  const waiting = new Set<Asked<T>>()
  const running = new Set<{ one: T; held: Leases; hadCompany: boolean }>()
  let starting: Promise<void> | undefined

  /** Runs one as soon as it may. @throws what `run` throws */
  function ask<Result>(one: T, run: RunOne<T, Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      waiting.add({ one, begin: (hadCompany) => run(one, hadCompany).then(resolve, reject) })
      // A moment later: what is asked for together queues together.
      starting ??= Promise.resolve().then(() => {
        starting = undefined
        start()
      })
      starting.catch(reject)
    })
  }

  function start(): void {
    const held = [...running].map((one) => one.held)
    if (held.includes('alone')) return
    const taken = new Set(held.flat())
    const queue = Array.from(waiting, (asked) => ({ asked, wanted: leases(asked.one) }))
    // Those that hold a lease queue for it and start first; the others fit in beside them. A lease is reserved for the first
    // in its queue, so those that share a lease keep their order.
    for (const { asked, wanted } of queue.toSorted((a, b) => Number(holds(b)) - Number(holds(a)))) {
      const others = Array.from(running, ({ one }) => one)
      if (others.length >= (isCrowded() ? 1 : lanes)) return
      if (wanted === 'alone' || (others.length > 0 && !mayJoin(asked.one, others))) continue
      const isFree = wanted.every((lease) => !taken.has(lease))
      for (const lease of wanted) taken.add(lease)
      if (isFree) begin(asked, wanted)
    }
    const alone = queue.find(({ wanted }) => wanted === 'alone')
    if (alone && running.size === 0) begin(alone.asked, 'alone')
  }

  function begin(asked: Asked<T>, held: Leases): void {
    waiting.delete(asked)
    for (const other of running) other.hadCompany = true
    const own = { one: asked.one, held, hadCompany: running.size > 0 }
    running.add(own)
    void asked
      .begin(() => own.hadCompany)
      .then(() => {
        running.delete(own)
        start()
      })
  }
  return { ask }
}

const holds = ({ wanted }: { wanted: Leases }): boolean => wanted !== 'alone' && wanted.length > 0
