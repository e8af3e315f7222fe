/**
 * Handles a reader of our output that leaves early (`conformance list | head`) and a terminal that is closed: drops the
 * remaining output, but lets the run go on, so that no report is lost.
 */
export function allowBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
    })
  }
}

/**
 * Ends the process once all output is written. The process does not end by itself: after an interrupt the worker still waits
 * for answers. Vitest also sets an exit code of its own.
 */
export async function leaveProcess(exitCode: number): Promise<never> {
  await Promise.all(
    [process.stdout, process.stderr]
      .filter(({ writable }) => writable)
      .map((stream) => new Promise((written) => stream.write('', written))),
  )
  process.exit(exitCode)
}
