import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../reports/report.ts'
import { packageFolder } from '../subject/files/package-folder.ts'

export interface Ended {
  exitCode: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  cwd: string
  env?: NodeJS.ProcessEnv
}

/** Starts a program without stdin, and collects what it prints. */
function launch(command: string, args: readonly string[], options: RunOptions) {
  const { cwd, env = ordinaryEnv() } = options
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => (printed[stream] += text))
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject).on('close', (exitCode) => resolve({ exitCode, ...printed }))
  })
  return { child, printed, ended }
}

/** Runs a program until it ends. */
export const runProgram = (...given: Parameters<typeof launch>): Promise<Ended> => launch(...given).ended

/** The environment of the person who runs the tests, without additions by npm and vitest. */
export function ordinaryEnv(): NodeJS.ProcessEnv {
  const foreign =
    /^(npm_|VITEST|NODE_ENV$|VITE_|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|NODE_OPTIONS$|INIT_CWD$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}

/** Starts the built command, like `npx conformance` in a checkout. */
export const launchConformance = (args: readonly string[], options: RunOptions) =>
  launch(process.execPath, [program('conformance'), ...args], options)

/** Runs it until it ends. */
export const runConformance = (args: readonly string[], options: RunOptions): Promise<Ended> =>
  launchConformance(args, options).ended

export const program = (name: 'conformance' | 'reference-server'): string =>
  join(packageFolder(), 'bin', `${name}.js`)

/** Returns the report that a run wrote in its folder. */
export const reportIn = (cwd: string, out = 'conformance-report'): Report =>
  JSON.parse(readFileSync(join(cwd, out, 'report.json'), 'utf8')) as Report
