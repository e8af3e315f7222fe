import { closeSync, openSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Report } from '../../reports/report.ts'
import { hearEvents, type CaseEvent } from '../engine/run-events.ts'
import { makeFolder } from './prepare-output.ts'
import { cantWriteNamed } from './write-file.ts'

/** The `--events` file: a line of JSON for each event, written at once and whole. Lines name cases, and quote no server. */
export interface EventsFile {
  /** The first line; what has happened to cases by then comes behind it. */
  begin(run: { subject: string; seed: number; cases: number }): void
  /** Nothing more of the cases; after this it is written what the worker has told by now. */
  casesEnded(mostWaitMs: number): Promise<void>
  /** The last line. Without it the run came to no end. */
  end(report: Pick<Report, 'conclusion' | 'exitCode' | 'complete'>): void
  /** However the run ends. */
  close(): void
}

/**
 * @param channel by which the worker of the run tells them
 * @throws UsageError where the file can't be written
 */
export function writeEvents(file: string | undefined, channel: string): EventsFile {
  if (file === undefined) return { begin() {}, async casesEnded() {}, end() {}, close() {} }
  const opened = openNamed(file)
  /** What happens before the first line. */
  let early: CaseEvent[] | undefined = []
  let isBroken = false
  const write = (line: object) => {
    if (isBroken) return
    try {
      writeSync(opened, `${JSON.stringify(line)}\n`)
    } catch (error) {
      // The run goes on: its report is worth more than its events.
      isBroken = true
      process.stderr.write(`Warning: ${cantWriteNamed(file, '--events', error).message}\n`)
    }
  }
  const hearing = hearEvents(channel, (event) => (early ? early.push(event) : write(event)))
  const at = () => new Date().toISOString()
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
  try {
    makeFolder(dirname(resolve(file)))
    return openSync(file, 'w')
  } catch (error) {
    throw cantWriteNamed(file, '--events', error)
  }
}
