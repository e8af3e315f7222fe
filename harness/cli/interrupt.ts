/** Ctrl-C and SIGTERM: ends the run at once, and sees to it that what was started is stopped on every way out. */
export function createInterrupt() {
  const exits: (() => Promise<void>)[] = []
  let press: (value: undefined) => void = () => {}
  const pressed = new Promise<undefined>((resolve) => (press = resolve))
  const listener = () => press(undefined)
  process.on('SIGINT', listener)
  process.on('SIGTERM', listener)
  return {
    /** Resolves, with nothing, when the operator wants to stop. */
    pressed,
    onExit: (stop: () => Promise<void>): void => void exits.push(stop),
    async leave(): Promise<void> {
      process.removeListener('SIGINT', listener)
      process.removeListener('SIGTERM', listener)
      await Promise.all(exits.map((stop) => stop()))
    },
  }
}
