/** A login or second step that was sent and is not answered yet. */
export interface PendingLogin {
  /** The case that sent it. */
  by: string | undefined
  /** Others may be sent beside it: it worked before, and belongs to a case that causes no rejections. */
  mayBeJoined: boolean
  /** True if another was pending at the same time. */
  hadCompany: boolean
}

/** The logins and second steps that are on their way, and those that wait for one of them to be answered. */
export function createPendingLogins() {
  const pending = new Set<PendingLogin>()
  let waiting: (() => void)[] = []
  return {
    get count() {
      return pending.size
    },
    get areAwaited() {
      return waiting.length > 0
    },
    begin(by: string | undefined, mayBeJoined: boolean): PendingLogin {
      const own = { by, mayBeJoined, hadCompany: pending.size > 0 }
      for (const one of pending) one.hadCompany = true
      pending.add(own)
      return own
    },
    end(one: PendingLogin): void {
      pending.delete(one)
      for (const goOn of waiting) goOn()
      waiting = []
    },
    /** Resolves when the next one is answered. */
    untilOneEnds: () => new Promise<void>((resolve) => waiting.push(resolve)),
    hasOthersThan: (by: string | undefined) => [...pending].some((one) => one.by !== by),
    mayAllBeJoined: () => [...pending].every(({ mayBeJoined }) => mayBeJoined),
  }
}
