// Requests and operator commands at the same moment of which at most one may win.

import { notListed } from '../../harness/client/grants.ts'
import { holds } from '../../harness/engine/case/expect.ts'
import { patiently } from '../../harness/engine/case/patiently.ts'
import type { Run } from '../../harness/run/run.ts'
import { tokenIn } from '../../harness/client/answer.ts'
import { together } from '../../harness/client/at-once.ts'
import { privateToken } from '../../harness/client/credentials/credentials.ts'
import { tokenCandidates } from '../../harness/subject/commands/operator.ts'
import { NotDeclared } from '../../harness/outcomes.ts'
import { neverMade, readToken, wasMade } from '../private-token/operator-tokens.ts'
import { requirement } from '../case/requirement.ts'

/** The number of requests sent at once, of which at most one may win. Fewer for short runs (`--runs`). */
const atOnce = ({ runs }: Run): number => Math.min(20, Math.max(2, 2 * runs))

/**
 * The number of commands started at once. Each is a process on somebody's machine, which costs more than anything else in
 * a short run, so short runs start two. Never more than the requests allowed at once (`limits.concurrency`), except that
 * two are always started.
 */
const commandsAtOnce = ({ runs, declaration: { limits } }: Run): number =>
  Math.max(2, Math.min(runs < 10 ? 2 : 20, limits.concurrency))

requirement(
  'mfa.seed-one-time',
  'one seed sent twenty times at once',
  { needs: ['mfaAccount'], alone: true, race: true, changed: 'all submissions but one come after the first' },
  async ({ api, mfaAccount, run }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    await api.redeem(await api.freshChallenge(mfaAccount))
    // Where the clock can move, the code before is left unused, so that both are valid: a server may spend each code just
    // once, which hides that it doesn't spend the seed in time.
    const hasTwoCodes = run.clock.movable && mfaAccount.otpSecret !== undefined
    if (hasTwoCodes) await mfaAccount.nextCode()
    const raced = await api.freshChallenge(mfaAccount)
    const before = hasTwoCodes ? mfaAccount.codeAt(-1) : raced.code
    const codes = Array.from({ length: atOnce(run) }, (_, at) => (at % 4 < 2 ? raced.code : before))
    const answers = await together(codes.map((code) => api.answer(raced, code)))
    // If a login returns the same token again, two submissions may get the same one: that counts as one win.
    const won = new Map(answers.map((answer, at) => [tokenIn(answer), codes[at]]))
    won.delete(undefined)
    const each = new Set(won.values()).size === won.size ? ', one for each code' : ''
    holds(won.size <= 1, 'at most one token for one seed', `${won.size} tokens came for it${each}`)
    await api.redeem(await api.freshChallenge(mfaAccount))
  },
)

requirement(
  'private-token.second-creation-fails',
  'many creations at once',
  { needs: ['operator'], race: true, changed: 'all creations but one come after the first' },
  async ({ api, operator, run }) => {
    const { createFor } = operator
    if (createFor === undefined) throw new NotDeclared('privateTokens.operator.createFor')
    const known = run.made
    const results = await Promise.all(
      Array.from({ length: commandsAtOnce(run) }, () => operator.create(createFor)),
    )
    let winners = 0
    let isAlike = (_stdout: string): boolean => false
    const printed: NonNullable<Run['made']>[] = []
    const succeeded = results.filter(({ exitCode }) => exitCode === 0)
    for (const { exitCode, stdout } of succeeded) {
      const candidates = tokenCandidates(stdout)
      for (const token of candidates) run.secrets.add(token, 'a private token')
      const made = Promise.resolve({ username: createFor, exitCode, candidates })
      // The creations can't be repeated: if the subject asks to retry later, only the list request is repeated.
      const works = await patiently(run, () => firstThatOpens(candidates))
      if (works !== undefined) winners++
      if (works !== undefined) printed.unshift(made)
      else printed.push(made)
      if (works !== undefined) isAlike = (other) => isSameWithAnother(other, stdout, works)
    }
    // A printed token that doesn't work was never valid, or a failed creation revoked it: that is another rule.
    const [first] = printed
    if (first && (winners > 0 || !(await failureReplaces()))) run.made ??= first
    // If each of them failed, a token that the user has is older.
    if (succeeded.length > 0) run.raced = true
    const wanted = known
      ? 'no creation that succeeds for a user who has one'
      : 'at most one creation that succeeds'
    holds(winners <= (known ? 0 : 1), wanted, `${winners} exit 0 and print a token that works`)
    // Creations whose token was replaced at once succeeded too: they print the same words.
    const overwritten = succeeded.filter(({ stdout }) => isAlike(stdout)).length
    const got = `${overwritten + 1} exit 0 and print a token each, of which one works`
    holds(overwritten === 0, wanted, got)
    if (succeeded.length === 0 && !wasMade(await known)) throw neverMade()

    async function failureReplaces(): Promise<boolean> {
      if (createFor === undefined || !operator.show) return true
      const before = await readToken(run, operator, createFor)
      await operator.create(createFor)
      const after = await readToken(run, operator, createFor)
      return String(before.candidates) !== String(after.candidates)
    }

    async function firstThatOpens(candidates: string[]): Promise<string | undefined> {
      for (const token of candidates) {
        for (const family of api.listFamilies()) {
          const answer = await api.list(family, privateToken(token, createFor), { role: 'step' })
          if (Array.isArray(notListed(answer))) return token
        }
      }
      return undefined
    }
  },
)

/** True if an output is the same except for another token of the same length. */
function isSameWithAnother(output: string, valid: string, token: string): boolean {
  const [before = '', after = ''] = valid.split(token)
  const other = output.slice(before.length, before.length + token.length)
  return other !== token && /^\S+$/.test(other) && output === before + other + after
}
