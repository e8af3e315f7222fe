import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseReport } from '../../reports/parse-report.ts'
import type { Report } from '../../reports/report.ts'
import { optionArguments } from '../cli/judge/reproduce.ts'
import { packageFolder } from '../subject/files/package-folder.ts'
import { UsageError } from '../subject/subject-error.ts'
import type { CasesOptions } from './cases.ts'
import { checkOptions } from './check-options.ts'

/** Options as on the command line (`conformance --help`). */
export interface JudgeOptions extends CasesOptions {
  requireComplete?: boolean
  /** File with the known failures of the subject. */
  baseline?: string
  /** Folder for the reports; absent: no reports are kept. */
  out?: string
  /** Formats of the reports in `out`; json, junit, html, markdown and allure by default. */
  formats?: readonly string[]
  /** Folder in which to look for a declaration and to run its commands. */
  cwd?: string
  /** Ends the run: the report then says `complete: false`. */
  signal?: AbortSignal
}

/**
 * Nothing was judged: the declaration or an option is wrong (exit code 2), the server can't be reached (6), or the suite is
 * at fault (5).
 */
export class NotJudged extends Error {
  override name = 'NotJudged'
  readonly exitCode: number | null
  constructor(message: string, exitCode: number | null) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Judges a server as `npx conformance` does, in a process of its own, and resolves to the report. Does not throw for
 * violations: see `conclusion` and `exitCode`.
 * @throws NotJudged if there is no report
 */
export async function judge(options: JudgeOptions = {}): Promise<Report> {
  try {
    checkOptions('judge', options)
  } catch (error) {
    throw error instanceof UsageError ? new NotJudged(error.message, error.exitCode) : error
  }
  const { cwd = process.cwd(), signal } = options
  const folder = mkdtempSync(join(tmpdir(), 'conformance-judge-'))
  try {
    const out = options.out ?? folder
    const formats = options.out === undefined ? ['json'] : (options.formats ?? [])
    const program = join(packageFolder(), 'bin', 'conformance.js')
    const child = spawn(process.execPath, [program, ...argumentsOf({ ...options, out, formats })], {
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const stop = () => child.kill('SIGINT')
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    child.stdin.on('error', () => {})
    child.stdin.end(typeof options.config === 'object' ? JSON.stringify(options.config) : '')
    let printed = ''
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    const exitCode = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    )
    signal?.removeEventListener('abort', stop)
    // The report is not read from `out`: if nothing was judged, an earlier report may be there.
    if (printed === '') throw new NotJudged(said.trim() || 'the run ended without a report', exitCode)
    return parseReport(printed)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function argumentsOf(options: JudgeOptions): string[] {
  const { config, formats = [], cwd: _, signal: __, ...given } = options
  return optionArguments({
    json: true,
    ...given,
    config: typeof config === 'object' ? '-' : config,
    format: formats.length === 0 ? [] : [...new Set(['json', ...formats])],
  })
}
