import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Report } from '../../../reports/report.ts'
import { packageFolder } from '../../subject/files/package-folder.ts'
import { attempt } from '../../wire/attempt.ts'
import { readReport } from '../files/read-report.ts'
import { signals } from '../judge/interrupt.ts'

export interface ChildRun {
  /** Resolves with the exit code; 130 if a signal ended the process before it could handle it, 5 if it was killed. */
  ended: Promise<number>
  /** Ends the run as Ctrl-C does. */
  interrupt(): void
}

/** Starts the command line again with these arguments. Discards what it prints on stdout. */
export function startChildRun(args: readonly string[]): ChildRun {
  const child = fork(join(packageFolder(), 'bin', 'conformance.js'), [...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signals.some((one) => one === signal) ? 130 : 5)))
  })
  return { ended, interrupt: () => void child.kill('SIGINT') }
}

/**
 * Returns the report in the folder of a child run; undefined if it wrote none.
 * @param begunMs when the run began: a run that ends early leaves the report of an earlier one
 */
export function reportOfChild(folder: string, begunMs: number): Report | undefined {
  const report = attempt(() => readReport(folder))
  return report && Date.parse(report.startedAt) >= begunMs ? report : undefined
}

/** Returns the options given by the operator, as arguments for another run. */
export function givenArguments(command: Command, without: readonly string[]): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName()
    if (without.includes(name) || command.getOptionValueSource(name) !== 'cli') return []
    const value: unknown = command.getOptionValue(name)
    if (value === true) return [`${option.long}`]
    return [`${option.long}=${Array.isArray(value) ? value.join(',') : String(value)}`]
  })
}

const worstFirst = [130, 2, 6, 5, 1, 4, 3, 0]

/** Returns the exit code of a single run that had all of these results; an interrupt takes precedence. */
export const worstExit = (codes: readonly number[]): number =>
  worstFirst.find((code) => codes.includes(code)) ?? 5
