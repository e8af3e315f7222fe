import type { CaseResult } from '../cases/run-case.ts'

export interface ProgressOptions {
  quiet: boolean
  stream: NodeJS.WriteStream
}

/** Shows on a terminal what runs and how much is done; in a pipe only the first line, which names the subject. */
export function createProgress({ quiet, stream }: ProgressOptions) {
  const live = !quiet && stream.isTTY
  let shown = false
  const show = (line: string) => {
    stream.write(`\r\u001B[2K${line.slice(0, (stream.columns || 80) - 1)}`)
    shown = true
  }
  return {
    begin(subject: string): void {
      if (!quiet) process.stdout.write(`Judging ${subject}\n`)
    },
    ended(result: CaseResult, done: number, all: number): void {
      if (live) show(`${done}/${all} ${result.id}`)
    },
    end(): void {
      if (shown) stream.write('\r\u001B[2K')
      shown = false
    },
  }
}
