/**
 * Handles a reader of our output that leaves early (`conformance list | head`), a terminal that is closed and a full disk:
 * drops the remaining output, but lets the run go on, so that no report is lost.
 */
export function allowBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (isCutOff || error.code === 'EPIPE' || error.code === 'EIO') return
      isCutOff = true
      process.stderr.write(`the output can't be written: ${error.message}; make room, or send it elsewhere\n`)
    })
  }
}

/** Nobody wanted the rest that a broken pipe drops, but a file that lacks its end may be read as a whole one. */
let isCutOff = false

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
  process.exit(isCutOff ? 2 : exitCode)
}
