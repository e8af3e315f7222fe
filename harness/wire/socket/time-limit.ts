/**
 * Ends an operation that exceeds its time limit. The clock can be paused while others cause the delay.
 * @param onOver called when the time is up, with the time spent paused; both in milliseconds
 */
export function createTimeLimit(limitMs: number, now: () => number, onOver: (pausedMs: number) => void) {
  let leftMs = limitMs
  let pausedMs = 0
  let since = now()
  const begin = () => setTimeout(() => onOver(pausedMs), leftMs)
  let timer: NodeJS.Timeout | undefined = begin()
  return {
    pause() {
      clearTimeout(timer)
      timer = undefined
      leftMs = Math.max(0, leftMs - (now() - since))
      since = now()
    },
    resume() {
      pausedMs += now() - since
      since = now()
      timer = begin()
    },
    end: () => clearTimeout(timer),
  }
}
