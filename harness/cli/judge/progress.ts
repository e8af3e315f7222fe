import type { Verdict } from '../../../reports/report.ts'
import { clockTime } from '../../../reports/server-time.ts'

export interface ProgressOptions {
  quiet: boolean
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>
}

/**
 * On a terminal, shows what runs, how much is done and how much failed. In a pipe, or on a terminal that can't clear a line, prints only the first line, which names
 * the subject.
 */
export function createProgress({ quiet, stream }: ProgressOptions) {
  let live = !quiet && stream.isTTY && process.env['TERM'] !== 'dumb'
  let failed = 0
  let shown = false
  let last = ''
  const show = (line: string) => {
    stream.write(`\r\u001B[2K${line.slice(0, (stream.columns || 80) - 1)}`)
    shown = true
  }
  return {
    begin(subject: string): void {
      if (!quiet) process.stdout.write(`Judging ${subject}\n`)
    },
    ended({ id, verdict }: { id: string; verdict?: Verdict }, done: number, all: number): void {
      if (!live) return
      if (verdict === 'fail' || verdict === 'error') failed++
      const failures = failed === 0 ? '' : `, ${failed} failed`
      last = `${String(done).padStart(String(all).length)}/${all}${failures}  ${id}`
      show(last)
    },
    /** Shows how long the run still waits in real time; 0 if it goes on. */
    waiting(leftSeconds: number): void {
      if (live) show(leftSeconds > 0 ? `waiting ${clockTime(leftSeconds)}  ${last}` : last)
    },
    /** Shows nothing more from here on: an interrupted run may go on for a moment. */
    end(): void {
      live = false
      if (shown) stream.write('\r\u001B[2K')
      shown = false
    },
  }
}
