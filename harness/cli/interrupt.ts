/** Ctrl-C, SIGTERM and a terminal that is closed: ends the run at once, and sees to it that what was started is stopped on every way out. */
export function createInterrupt() {
  const exits: (() => Promise<void>)[] = []
  let press: (value: undefined) => void = () => {}
  const pressed = new Promise<undefined>((resolve) => (press = resolve))
  const listener = () => press(undefined)
  for (const signal of signals) process.on(signal, listener)
  // The run that this one is a part of is gone.
  if (process.connected) process.once('disconnect', listener)
  return {
    /** Resolves, with nothing, when the operator wants to stop. */
    pressed,
    onExit: (stop: () => Promise<void>): void => void exits.push(stop),
    async leave(): Promise<void> {
      for (const signal of signals) process.removeListener(signal, listener)
      process.removeListener('disconnect', listener)
      await Promise.all(exits.map((stop) => stop()))
    },
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
