import { spawn } from 'node:child_process'
import { join } from 'node:path'
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

/** Runs a program until it ends, without stdin and with its output piped. */
export function runProgram(program: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const { cwd, env = ordinaryEnv() } = options
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => (output[stream] += text))
    }
    child.on('error', reject).on('close', (exitCode) => resolve({ exitCode, ...output }))
  })
}

/** The environment of the person who runs the tests, without additions by npm and vitest. */
export function ordinaryEnv(): NodeJS.ProcessEnv {
  const foreign =
    /^(npm_|VITEST|NODE_ENV$|VITE_|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|NODE_OPTIONS$|INIT_CWD$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}

/** Runs the built command, like `npx conformance` in a checkout. */
export function runConformance(args: readonly string[], options: RunOptions): Promise<Ended> {
  return runProgram(process.execPath, [conformanceProgram(), ...args], options)
}

export const conformanceProgram = (): string => join(packageFolder(), 'bin', 'conformance.js')
