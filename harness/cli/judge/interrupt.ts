/**
 * Handles Ctrl-C, SIGTERM and a closed terminal: ends the run at once, and ensures that everything started is stopped on
 * every way out.
 */
export function createInterrupt() {
  const exits: (() => Promise<void>)[] = []
  let press: (value: undefined) => void = () => {}
  const pressed = new Promise<undefined>((resolve) => (press = resolve))
  const listener = () => press(undefined)
  for (const signal of signals) process.on(signal, listener)
  // The parent run is gone.
  if (process.connected) process.once('disconnect', listener)
  return {
    /** Resolves with undefined when the operator wants to stop. */
    pressed,
    onExit: (stop: () => Promise<void>): void => void exits.push(stop),
    async leave(): Promise<void> {
      for (const signal of signals) process.removeListener(signal, listener)
      process.removeListener('disconnect', listener)
      await Promise.all(exits.map((stop) => stop()))
    },
  }
}

/** Those that ask a run to end. */
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
