import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { SetupFailed } from '../outcomes.ts'
import { attempt } from '../wire/attempt.ts'

/**
 * Moves the time of a program that runs under libfaketime. Writes the offset from real time, with its sign, to a file next to
 * its FAKETIME_TIMESTAMP_FILE and renames that file, so that no half-written file is read.
 * @throws SetupFailed from the returned function if the file holds no plain offset or can't be written
 */
export function createFaketimeJump(file: string): (seconds: number) => Promise<void> {
  return async (seconds) => {
    try {
      const next = offsetIn(file) + seconds
      writeFileSync(`${file}.next`, `${next < 0 ? '' : '+'}${next}\n`)
      renameSync(`${file}.next`, file)
    } catch (error) {
      if (error instanceof SetupFailed) throw error
      throw new SetupFailed(`can't write clock.file: ${(error as Error).message}`)
    }
  }
}

/** The offset in the file, in seconds; 0 if there is no file yet. */
function offsetIn(file: string): number {
  const text = attempt(() => readFileSync(file, 'utf8'), '').trim()
  if (text === '') return 0
  if (!/^[+-]?\d+(\.\d+)?s?$/.test(text)) {
    throw new SetupFailed(
      'clock.file must contain an offset in seconds, such as +0; an absolute time does not advance',
    )
  }
  return Number.parseFloat(text)
}
