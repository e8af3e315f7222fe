/** Waits for the first message of the parent process, which sends it once the server is up. */
export function waitForGo(): { go: Promise<void>; isWaiting(): boolean } {
  let isWaiting = true
  const go = new Promise<void>((resolve) => {
    process.once('message', () => {
      isWaiting = false
      resolve()
    })
  })
  return { go, isWaiting: () => isWaiting }
}
