import type { Mismatch } from '../expected.ts'
import type { CommandRun } from './run-conformance.ts'
import { spilled } from './spilled.ts'

const mostMiB = 600
/** All files of a run. */
const mostOutputBytes = 20 * 1024 * 1024

export interface Wanted {
  /** Connections at the other origin. */
  strays: number
  secrets: readonly string[]
  /** False: what it answers is no complete HTTP, so nothing is judged. */
  isHttp: boolean
}

/** What is wrong with a run against a hostile server. */
export function judgeHostile(run: CommandRun, { strays, secrets, isHttp }: Wanted): Mismatch[] {
  const { exitCode, peakMiB, report, outputs } = run
  const found: Mismatch[] = []
  const about = (requirement: string, expected: string, got: string, message = '') =>
    void found.push({ requirement, expected, got, message })
  const said = (outputs.get('stderr') ?? '').slice(0, 500)

  // The server's fault, or nothing to judge; never ours.
  const allowed = isHttp ? [1, 3] : [6]
  if (exitCode === null) about('the time', 'an end within two minutes', 'none')
  else if (!allowed.includes(exitCode)) about('the exit code', allowed.join(' or '), `${exitCode}`, said)
  if (isHttp && exitCode !== null && report?.complete !== true)
    about('the report', 'a whole one', 'none', said)
  for (const { id, verdict, cases } of report?.requirements ?? []) {
    if (verdict !== 'pass' && verdict !== 'error') continue
    const message = cases.find((one) => one.verdict === verdict)?.message ?? ''
    about(id, 'no pass and no error', verdict, message)
  }
  if (peakMiB > mostMiB) about('the memory', `${mostMiB} MiB at most`, `${peakMiB} MiB`)
  if (strays > 0) about('another origin', 'nothing sent there', `${strays} connections`)
  const written = [...outputs.values()].reduce((sum, text) => sum + text.length, 0)
  if (written > mostOutputBytes) about('the outputs', `${mostOutputBytes} bytes at most`, `${written}`)
  for (const [file, text] of outputs)
    for (const secret of spilled(secrets, text)) about(file, 'no secret', secret)
  return found
}
