import { stripVTControlCharacters } from 'node:util'
import { SetupFailed } from '../../outcomes.ts'
import { CommandFailed, runCommand, type CommandResult } from './command.ts'
import type { DeclaredOperator } from '../declaration/declared-credentials.ts'
import { fillCommand } from '../declaration/fill-command.ts'

/**
 * The operator's command line of the subject (Private token). Each command throws SetupFailed if it could not be run, was
 * killed or did not end: its effect is then unknown.
 */
export interface Operator extends OperatorCommands {
  /** A user without a private token, for whom one may be created for good; undefined if none is declared. */
  createFor: string | undefined
}

export interface OperatorCommands {
  /** Creates a private token. The exit code says whether it succeeded. */
  create(username: string): Promise<CommandResult>
  /** Reads the existing private token; undefined if no command is declared for it. */
  show: ((username: string) => Promise<CommandResult>) | undefined
}

export function createOperator(declared: DeclaredOperator, cwd: string, env: NodeJS.ProcessEnv): Operator {
  const run = (name: string, command: string) => async (username: string) => {
    const filled = fillCommand(command, { username })
    const result = await runCommand(filled.command, {
      cwd,
      env: { ...env, ...filled.env },
      timeoutMs: 60_000,
    }).catch((error: unknown) => {
      if (error instanceof CommandFailed) throw new SetupFailed(`the ${name} command ${error.message}`)
      throw error
    })
    if (!couldNotRun(result.exitCode)) return result
    throw new SetupFailed(`the ${name} command could not be run (exit code ${result.exitCode})`)
  }
  return {
    createFor: declared.createFor,
    create: run('create', declared.create),
    show: declared.show === undefined ? undefined : run('show', declared.show),
  }
}

/**
 * Exit codes of the program that runs the command: 125 of docker, 126 and 127 of the shell (not executable, not found), and
 * 129 to 192 for a signal (POSIX shells add 128 to its number).
 */
const couldNotRun = (exitCode: number): boolean =>
  (exitCode >= 125 && exitCode <= 127) || (exitCode > 128 && exitCode <= 128 + 64)

/**
 * Returns at most six parts of a command's output that could be a token, the last first: words of eight or more characters
 * that are neither a plain word nor a date, without surrounding punctuation, and text after a label that ends in `:` or `=`.
 * If the output is one word, any but a plain one could be. Ignores colours.
 */
export function tokenCandidates(stdout: string): string[] {
  const output = stripVTControlCharacters(stdout)
  const only = output.trim()
  if (/^\S{8,}$/.test(only) && !/^\p{Lu}?\p{Ll}+\W?$|[{}[\]"':=]/u.test(only)) return [only]
  const words = output
    .split(/[\s"'`,;<>()[\]{}|]+/)
    .flatMap((word) => [word, ...word.split(/^[\w.-]*[:=](?=[^=])/).slice(1)])
    .map((word) => word.replace(/[.!:]{1,9}$/, ''))
    .filter((word) => word.length >= 16 || (word.length >= 8 && isNoPlainWord(word)))
    .filter((word) => !/^\d{4}-\d\d-\d\d|^\d\d:\d\d/.test(word))
  return [...new Set(words.reverse())].slice(0, 6)
}

/** True for a word with digits and others, or with a sign that neither words nor paths nor addresses have. */
const isNoPlainWord = (word: string): boolean =>
  (/\d/.test(word) && /\D/.test(word)) || /[~+$*^%&#]./.test(word)
