import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { attempt } from '../../../../harness/wire/attempt.ts'
import type { Report } from '../../../../reports/report.ts'
import { createFreshFolder } from '../../../../harness/testing/fresh-folder.ts'
import { ordinaryEnv, reportIn, runConformance, type Ended } from '../../../../harness/testing/run-program.ts'

/** Creates a folder that is removed at the end of the test. */
export const temporaryFolder = (): string => createFreshFolder({ onTestFinished })

export interface Ran extends Ended {
  /** The folder that it ran in, which contains the reports. */
  folder: string
}

export interface RunOptions {
  folder?: string
  env?: Record<string, string>
}

/** Runs the command as a user does, in a separate folder. */
export async function conformance(
  args: readonly string[],
  { folder = temporaryFolder(), env }: RunOptions = {},
): Promise<Ran> {
  const ended = await runConformance(args, {
    cwd: folder,
    env: { ...ordinaryEnv(), NO_COLOR: '1', ...env },
  })
  return { ...ended, folder }
}

export interface Judged extends Ran {
  report: Report
  /** Returns the verdict on a requirement. */
  verdict(id: string): string | undefined
  /** Returns the requirements with this verdict. */
  having(verdict: string): string[]
}

/** Judges the server of a declaration and returns the report. Throws if there is none. */
export async function judge(
  declaration: object,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<Judged> {
  const folder = options.folder ?? temporaryFolder()
  writeFileSync(join(folder, 'conformance.json'), JSON.stringify(declaration))
  const usual = ['--seed', '1', '--runs', '3', '--out', 'conformance-report']
  const ran = await conformance([...usual, ...args], { ...options, folder })
  const report = attempt(() => reportIn(folder))
  if (!report) throw new Error(`no report; exit code ${ran.exitCode}\n${ran.stdout}${ran.stderr}`)
  return {
    ...ran,
    report,
    verdict: (id) => report.requirements.find((one) => one.id === id)?.verdict,
    having: (verdict) => report.requirements.filter((one) => one.verdict === verdict).map(({ id }) => id),
  }
}

/** Returns every file below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}
