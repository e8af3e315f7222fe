import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { attempt } from '../../../../harness/wire/attempt.ts'
import type { Report } from '../../../../reports/report.ts'
import { packageFolder } from '../../../../harness/subject/files/package-folder.ts'
import { createFreshFolder } from '../../../../harness/testing/fresh-folder.ts'

export const program = (name: 'conformance' | 'reference-server') =>
  join(packageFolder(), 'bin', `${name}.js`)

/** Creates a folder that is removed at the end of the test. */
export const temporaryFolder = (): string => createFreshFolder({ onTestFinished })

export interface Ran {
  exitCode: number | null
  stdout: string
  stderr: string
  /** The folder that it ran in, which contains the reports. */
  folder: string
}

export interface RunOptions {
  folder?: string
  env?: Record<string, string>
  stdin?: string
}

/** Runs the command as a user does, in a separate folder. */
export async function conformance(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const folder = options.folder ?? temporaryFolder()
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', ...options.env }
  for (const name of ['VITEST', 'VITEST_WORKER_ID', 'VITEST_POOL_ID', 'TEST', 'NODE_ENV']) delete env[name]
  const child = spawn(process.execPath, [program('conformance'), ...args], { cwd: folder, env })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => (printed[stream] += text))
  }
  child.stdin.end(options.stdin ?? '')
  onTestFinished(() => void child.kill('SIGKILL'))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  return { exitCode, ...printed, folder }
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
  const file = join(folder, 'conformance-report', 'report.json')
  const report = attempt(() => JSON.parse(readFileSync(file, 'utf8')) as Report)
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
