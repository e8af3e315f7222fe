/**
 * Lets a reader of our output leave before its end (`conformance list | head`), or the terminal be closed: what is left to
 * say is dropped, but the run goes on, so that no report is lost.
 */
export function allowBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
    })
  }
}

/**
 * Ends the process once all output is written. Not by itself when nothing is left to do: after an interrupt the worker
 * still waits for answers, and vitest sets an exit code of its own.
 */
export async function leaveProcess(exitCode: number): Promise<never> {
  await Promise.all(
    [process.stdout, process.stderr]
      .filter(({ writable }) => writable)
      .map((stream) => new Promise((written) => stream.write('', written))),
  )
  process.exit(exitCode)
}
