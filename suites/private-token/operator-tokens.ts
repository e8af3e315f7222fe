import { notListed } from '../../harness/client/grants.ts'
import { stripVTControlCharacters } from 'node:util'
import { holds } from '../../harness/engine/case/expect.ts'
import type { Run } from '../../harness/run/run.ts'
import type { HeldPrivateToken, Tools } from '../../harness/engine/case/tools.ts'
import type { Answer } from '../../harness/client/answer.ts'
import { privateToken } from '../../harness/client/credentials/credentials.ts'
import type { Family } from '../../harness/facts/families.ts'
import type { CommandResult } from '../../harness/subject/commands/command.ts'
import { tokenCandidates, type Operator } from '../../harness/subject/commands/operator.ts'
import { AskedToWait, NotDeclared, SetupFailed } from '../../harness/outcomes.ts'
import { wholeOrLength } from '../../harness/wire/shown/shortened.ts'
import { expectOpens } from './expect-opens.ts'

export interface PrintedToken {
  username: string
  exitCode: number | null
  /** The words of the output that could be the token. */
  candidates: string[]
  /** True if the user had a token before, and this is it. */
  existed?: boolean
}

/** Returns the private token that the suite creates, once per run, for the user declared as `createFor`. */
export async function madeToken(run: Run, operator: Operator): Promise<PrintedToken> {
  const { createFor } = operator
  if (createFor === undefined) throw new NotDeclared('privateTokens.operator.createFor')
  run.made ??= makeOne(run, operator, createFor)
  const made = await run.made
  if (made.exitCode !== 0 || made.candidates.length > 0 || !operator.show) return made
  // Whether a creation prints the token is not specified, so the suite asks the show command for it.
  const shown = await readToken(run, operator, createFor)
  if (shown.exitCode === 0) run.made = Promise.resolve(shown)
  return await run.made
}

/**
 * Creates a private token. If the user has one already, perhaps from an earlier run, returns what the show command
 * prints.
 */
async function makeOne(run: Run, operator: Operator, username: string): Promise<PrintedToken> {
  const made = await printed(run, username, operator.create(username))
  if (made.exitCode === 0 || !operator.show) return made
  const shown = await readToken(run, operator, username)
  return shown.exitCode === 0 && shown.candidates.length > 0 ? { ...shown, existed: true } : made
}

export const readToken = (run: Run, operator: Operator, username: string): Promise<PrintedToken> =>
  printed(run, username, (operator.show ?? operator.create)(username))

export interface Owner extends HeldPrivateToken {
  /** The create command made the token in this run. If not, its failure shows nothing: a misspelt command fails too. */
  isMade: boolean
}

/**
 * Returns a user with a valid private token: the created one, otherwise the owner of the declared one. Searched once per
 * run, before any second creation.
 */
export async function ownerOfOne(api: Tools['api'], run: Run, operator: Operator): Promise<Owner> {
  run.owner ??= findOwner(api, run, operator)
  try {
    return await run.owner
  } catch (error) {
    if (error instanceof AskedToWait) delete run.owner
    throw error
  }
}

async function findOwner(api: Tools['api'], run: Run, operator: Operator): Promise<Owner> {
  const { plain } = run.declaration.privateTokens
  const made = operator.createFor === undefined ? undefined : await madeToken(run, operator)
  const held = made ?? (plain && { username: plain.username, candidates: [plain.token] })
  if (!held) throw new NotDeclared('privateTokens.operator.createFor')
  for (const token of held.candidates) {
    if (await opensEach(api, token, held.username))
      return { username: held.username, token, isMade: wasMade(made) }
  }
  throw new NoneWorks(`${held.username} has no private token that works`)
}

/** What private-token.created-by-operator judges; other rules then have nothing to look at. */
export class NoneWorks extends SetupFailed {}

/** True if the create command was seen to work. */
export const wasMade = (made: PrintedToken | undefined): boolean => made?.exitCode === 0 && !made.existed

export const neverMade = (): NotDeclared =>
  new NotDeclared(
    'privateTokens.operator.createFor',
    'the create command made no token in this run, and a misspelt one fails too: declare a user who has none',
  )

export async function opensEach(api: Tools['api'], token: string, username: string): Promise<boolean> {
  for (const family of api.listFamilies()) {
    const answer = await api.list(family, privateToken(token, username), { role: 'step' })
    if (notListed(answer) instanceof Error) return false
  }
  return true
}

/**
 * Makes a case inconclusive if a private token does not open the list, and neither does the one declared for the plain
 * account.
 */
export async function unlessNoneOpens(
  api: Tools['api'],
  run: Run,
  family: Family,
  answer: Answer,
): Promise<void> {
  const { plain } = run.declaration.privateTokens
  if (!plain || !(notListed(answer) instanceof Error)) return
  const other = await api.list(family, privateToken(plain.token, plain.username), { role: 'step' })
  if (notListed(other) instanceof Error)
    throw new SetupFailed(`no private token opens the ${family} list: ${other.said}`)
}

/** Expects one of these private tokens of a user to open the list, unless another user's opens it no more. */
export async function demandOpens(
  api: Tools['api'],
  run: Run,
  family: Family,
  tokens: readonly string[],
  username: string,
): Promise<void> {
  const { plain } = run.declaration.privateTokens
  await expectOpens(
    () => api.listWithFirst(family, tokens, username),
    async (answer) => {
      if (!plain || !tokens.includes(plain.token)) await unlessNoneOpens(api, run, family, answer)
    },
  )
}

/**
 * Judges a create command that failed. It breaks the rule if it fails again although the show command works and has no
 * token of that user to show.
 * @throws SetupFailed if something else may explain the failure
 */
export async function judgeFailedCreation(run: Run, operator: Operator, username: string): Promise<void> {
  const again = await operator.create(username)
  learnTokens(run, again)
  const failed = `the create command failed with exit code ${again.exitCode}`
  if (again.exitCode === 0) throw new SetupFailed('the create command failed at first, then worked')
  if (!operator.show)
    throw new SetupFailed(
      `${failed}: declare privateTokens.operator.show to show whether the user has a token`,
    )
  const shown = await readToken(run, operator, username)
  if (shown.exitCode === 0 && shown.candidates.length > 0)
    throw new SetupFailed(`${failed}, but ${username} has a private token now`)
  const works = await showsDeclared(run, operator)
  if (!(works ?? shown.exitCode === 0)) throw new SetupFailed(`${failed}, and the show command does not work`)
  const got =
    `it exits ${again.exitCode} each time, though ${username} has none and the show command works; ` +
    `it prints: ${quoted(run, again)} (or the declaration is wrong: is there a user ${username}?)`
  holds(false, 'a create command that makes a private token', got)
}

/** Checks whether the show command prints a declared private token to its owner; undefined if none is declared. */
async function showsDeclared(run: Run, operator: Operator): Promise<boolean | undefined> {
  const { plain, mfa } = run.declaration.privateTokens
  const owned = plain || mfa
  if (!owned) return undefined
  const { exitCode, candidates } = await readToken(run, operator, owned.username)
  return exitCode === 0 && candidates.some((one) => one.toLowerCase() === owned.token.toLowerCase())
}

const quotedLines = 3
const quotedLineLength = 200

/**
 * Returns the last lines that a command printed. A long line is replaced by its length: masking would not find a secret
 * that was cut.
 */
function quoted(run: Run, { stdout, stderr }: CommandResult): string {
  const lines = stripVTControlCharacters(`${stdout}\n${stderr}`)
    .split('\n')
    .map((line) => line.replaceAll(/\p{Cc}+/gu, ' ').trim())
    .filter((line) => line !== '')
    .slice(-quotedLines)
    .map((line) => run.secrets.mask(wholeOrLength(line, quotedLineLength)))
  return lines.length === 0 ? 'nothing' : JSON.stringify(lines.join(' / '))
}

async function printed(
  run: Run,
  username: string,
  result: ReturnType<Operator['create']>,
): Promise<PrintedToken> {
  const ended = await result
  return { username, exitCode: ended.exitCode, candidates: learnTokens(run, ended) }
}

/**
 * Returns the words of an output that could be a token. If the command failed, long words without a digit are not secret,
 * but part of its message.
 */
function learnTokens(run: Run, { exitCode, stdout }: CommandResult): string[] {
  const candidates = tokenCandidates(stdout)
  for (const candidate of candidates)
    if (exitCode === 0 || /\d/.test(candidate)) run.secrets.add(candidate, 'a private token')
  return candidates
}
