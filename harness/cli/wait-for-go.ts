/** Until the process that started this one sends its first message; it does so when the server is there. */
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
