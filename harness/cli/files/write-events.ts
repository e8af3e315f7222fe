import { closeSync, openSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Report } from '../../../reports/report.ts'
import { hearEvents, type CaseEvent } from '../../engine/run-events.ts'
import { makeFolder } from './prepare-output.ts'
import { cantWriteNamed, checkReplaceable } from './write-file.ts'
import { machine } from '../../engine/machine.ts'

/**
 * The `--events` file: one line of JSON per event, written immediately and in full. Lines name cases, and never quote the
 * server.
 */
export interface EventsFile {
  /** Writes the first line, and then the events of cases that came before it. */
  begin(run: { subject: string; seed: number; cases: number }): void
  /** Ends the events of cases, after writing those that the worker has already sent. */
  casesEnded(mostWaitMs: number): Promise<void>
  /** Writes the last line. If it is missing, the run did not finish. */
  end(report: Pick<Report, 'conclusion' | 'exitCode' | 'complete'>): void
  /** Closes the file, however the run ends. */
  close(): void
}

/**
 * @param channel on which the run's worker sends events
 * @throws UsageError if the file can't be written, or holds anything else
 */
export function writeEvents(file: string | undefined, channel: string): EventsFile {
  if (file === undefined) return { begin() {}, async casesEnded() {}, end() {}, close() {} }
  const opened = openNamed(file)
  /** Events that came before the first line. */
  let early: CaseEvent[] | undefined = []
  let isBroken = false
  const write = (line: object) => {
    if (isBroken) return
    try {
      writeSync(opened, `${JSON.stringify(line)}\n`)
    } catch (error) {
      // The run continues: its report matters more than its events.
      isBroken = true
      process.stderr.write(`Warning: ${cantWriteNamed(file, '--events', error).message}\n`)
    }
  }
  const hearing = hearEvents(channel, (event) => (early ? early.push(event) : write(event)))
  const at = () => new Date(machine.wallMs()).toISOString()
  return {
    begin(run) {
      write({ event: 'run', schemaVersion: '1.0', at: at(), ...run })
      for (const event of early ?? []) write(event)
      early = undefined
    },
    casesEnded: (mostWaitMs) => hearing.close(mostWaitMs),
    end({ conclusion, exitCode, complete }) {
      write({ event: 'end', at: at(), conclusion, exitCode, complete })
    },
    close() {
      void hearing.close(0)
      isBroken = true
      closeSync(opened)
    },
  }
}

function openNamed(file: string): number {
  checkReplaceable(file, '--events', '{"event":"run","schemaVersion":')
  try {
    makeFolder(dirname(resolve(file)))
    return openSync(file, 'w')
  } catch (error) {
    throw cantWriteNamed(file, '--events', error)
  }
}
