import type { Verdict } from '../../reports/report.ts'

export interface ProgressOptions {
  quiet: boolean
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>
  /** Milliseconds on a monotonic clock. */
  now?: () => number
}

/** How often a run that takes longer says in a pipe how far it is. */
const everyMs = 10_000

/**
 * Shows on a terminal what runs, how much is done and how much failed; in a pipe the first line, which names the subject,
 * and a line every ten seconds.
 */
export function createProgress({ quiet, stream, now = () => performance.now() }: ProgressOptions) {
  let live = !quiet
  let failed = 0
  let told = now()
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
      if (stream.isTTY) show(last)
      else if (now() - told >= everyMs && done < all) {
        told = now()
        stream.write(`${done} of ${all} done${failures}\n`)
      }
    },
    /** How long the run still waits in real time; 0 when it goes on. */
    waiting(leftSeconds: number): void {
      if (live && stream.isTTY) show(leftSeconds > 0 ? `waiting ${span(leftSeconds)}  ${last}` : last)
    },
    /** From here on nothing more is shown: an interrupted run may go on for a moment. */
    end(): void {
      live = false
      if (shown) stream.write('\r\u001B[2K')
      shown = false
    },
  }
}

/** `1:02:03`, `2:03` or `0:03` */
function span(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
