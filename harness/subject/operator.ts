import type { DeclaredOperator } from './declaration.ts'
import { fillCommand, runCommand, type CommandResult } from './command.ts'

/** The operator's command line of the subject (Private token). */
export interface Operator {
  /** A user who has no private token and may keep one; undefined where none is declared. */
  createFor: string | undefined
  /** Makes a private token. Its exit code says whether that worked. */
  create(username: string): Promise<CommandResult>
  /** Reads the one that exists; undefined where no command is declared for it. */
  show: ((username: string) => Promise<CommandResult>) | undefined
}

export function createOperator(declared: DeclaredOperator, cwd: string, env: NodeJS.ProcessEnv): Operator {
  const run = (command: string) => (username: string) =>
    runCommand(fillCommand(command, { username }), { cwd, env, timeoutMs: 60_000 })
  return {
    createFor: declared.createFor,
    create: run(declared.create),
    show: declared.show === undefined ? undefined : run(declared.show),
  }
}

/** What of a command's output could be a token: words of eight characters or more, the last first, six at the most. */
export function tokenCandidates(stdout: string): string[] {
  const words = stdout.split(/[\s"',;<>]+/).filter((word) => word.length >= 8)
  return [...new Set(words.reverse())].slice(0, 6)
}
