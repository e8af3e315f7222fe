import type { CaseResult } from '../cases/run-case.ts'

export interface ProgressOptions {
  quiet: boolean
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>
}

/** Shows on a terminal what runs and how much is done; in a pipe only the first line, which names the subject. */
export function createProgress({ quiet, stream }: ProgressOptions) {
  const live = !quiet && stream.isTTY
  let shown = false
  return {
    begin(subject: string): void {
      if (!quiet) process.stdout.write(`Judging ${subject}\n`)
    },
    ended({ id }: Pick<CaseResult, 'id'>, done: number, all: number): void {
      if (!live) return
      const count = `${String(done).padStart(String(all).length)}/${all}`
      stream.write(`\r\u001B[2K${`${count}  ${id}`.slice(0, (stream.columns || 80) - 1)}`)
      shown = true
    },
    end(): void {
      if (shown) stream.write('\r\u001B[2K')
      shown = false
    },
  }
}
