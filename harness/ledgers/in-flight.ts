export function createInFlight() {
  let count = 0
  let allAnswered = () => {}
  let idle: Promise<void> | undefined
  return {
    /** Sends a request and counts it as in flight until it is answered. */
    async underWay<T>(sending: () => Promise<T>): Promise<T> {
      count++
      try {
        return await sending()
      } finally {
        if (--count === 0) {
          allAnswered()
          idle = undefined
        }
      }
    },
    /** Resolves when no request is in flight; undefined if none is. */
    idle: (): Promise<void> | undefined =>
      count === 0 ? undefined : (idle ??= new Promise((resolve) => (allAnswered = resolve))),
  }
}
