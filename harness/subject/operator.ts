import { stripVTControlCharacters } from 'node:util'
import type { DeclaredOperator } from './declaration.ts'
import type { CommandResult } from './carry-out-command.ts'
import { runCommand } from './command.ts'
import { fillCommand } from './fill-command.ts'

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

/**
 * What of a command's output could be a token, the last first, six at the most: words of eight characters or more that
 * are no plain word and no date, without the punctuation around them, and what stands behind a label that ends in `:`
 * or `=`. Colours are taken off.
 */
export function tokenCandidates(stdout: string): string[] {
  const words = stripVTControlCharacters(stdout)
    .split(/[\s"'`,;<>()[\]{}|]+/)
    .flatMap((word) => [word, ...word.split(/^[\w.-]*[:=](?=[^=])/).slice(1)])
    .map((word) => word.replace(/[.!:]+$/, ''))
    .filter((word) => word.length >= 16 || (word.length >= 8 && /\d/.test(word) && /\D/.test(word)))
    .filter((word) => !/^\d{4}-\d\d-\d\d|^\d\d:\d\d/.test(word))
  return [...new Set(words.reverse())].slice(0, 6)
}
