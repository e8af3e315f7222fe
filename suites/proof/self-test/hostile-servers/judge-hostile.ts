import type { Mismatch } from '../expected.ts'
import type { CommandRun } from './run-conformance.ts'
import { spilled } from './spilled.ts'

const mostMiB = 600
/** The total size of all files of a run. */
const mostOutputBytes = 20 * 1024 * 1024

export interface Wanted {
  exitCode: number
  /** Rules may look kept. */
  mayPass?: true
  /** Connections to the other origin. */
  strays: number
  /** Servers that received no request. */
  silent: readonly string[]
  secrets: readonly string[]
}

/** Returns what is wrong with a run against hostile servers. */
export function judgeHostile(run: CommandRun, wanted: Wanted): Mismatch[] {
  const { exitCode, peakMiB, report, outputs } = run
  const found: Mismatch[] = []
  const about = (requirement: string, expected: string, got: string, message = '') =>
    void found.push({ requirement, expected, got, message })
  const said = (outputs.get('stderr') ?? '').slice(0, 500)

  if (exitCode === null) about('the time', 'an end within five minutes', 'none')
  else if (exitCode !== wanted.exitCode) about('the exit code', `${wanted.exitCode}`, `${exitCode}`, said)
  if (wanted.exitCode !== 6 && exitCode !== null && report?.complete !== true)
    about('the report', 'a whole one', 'none', said)
  if (report?.conclusion === 'conformant') about('the conclusion', 'not conformant, or partial', 'conformant')
  for (const { id, verdict, cases } of report?.requirements ?? []) {
    if (verdict !== 'error' && (verdict !== 'pass' || wanted.mayPass)) continue
    const message = cases.find((one) => one.verdict === verdict)?.message ?? ''
    about(id, wanted.mayPass ? 'no error' : 'no pass and no error', verdict, message)
  }
  if (peakMiB > mostMiB) about('the memory', `${mostMiB} MiB at most`, `${peakMiB} MiB`)
  if (wanted.strays > 0) about('another origin', 'nothing sent there', `${wanted.strays} connections`)
  for (const name of wanted.silent) about(name, 'some answers', 'none: it was never asked')
  const written = [...outputs.values()].reduce((sum, text) => sum + text.length, 0)
  if (written > mostOutputBytes) about('the outputs', `${mostOutputBytes} bytes at most`, `${written}`)
  for (const file of ['stdout', 'stderr'])
    if (/[^\P{Cc}\n\t]/u.test(outputs.get(file) ?? '')) about(file, 'no escape sequence', 'one')
  for (const [file, text] of outputs)
    for (const secret of spilled(wanted.secrets, text)) about(file, 'no secret', secret)
  return found
}
