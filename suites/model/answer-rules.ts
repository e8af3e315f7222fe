import { grantsToken, rejected } from '../../harness/engine/case/judges.ts'
import { tokenIn, type Answer } from '../../harness/client/answer.ts'
import { keeps, type Model, type OpenChallenge, type World } from './world.ts'

export type CodeKind = 'right' | 'wrong' | "another's"

/** Checks that an answer to a challenge grants what it must and nothing that it must not. */
export function judgeAnswer(tried: OpenChallenge, code: CodeKind, got: Answer, world: World): void {
  if (tried.state === 'spent') return keeps(world, 'mfa.seed-one-time', rejected(got))
  if (code === 'wrong') return keeps(world, 'mfa.wrong-code', rejected(got))
  if (code === "another's") return keeps(world, 'mfa.other-accounts-seed', rejected(got))
  const seconds = (world.run.clock.now() - tried.issuedAt) / 1000
  const isYoung = seconds < (world.choices.seedLivesMinute ? 60 : 2)
  if (tried.state === 'open' && isYoung) keeps(world, 'mfa.second-step-grants-token', grantsToken(got))
}

/** Updates what the model knows after the answer. */
export function settleAnswer(
  model: Model,
  tried: OpenChallenge,
  code: CodeKind,
  got: Answer,
  world: World,
): void {
  const token = tokenIn(got)
  if (token !== undefined) {
    tried.state = 'spent'
    // Whether a login ends the other challenges of its account is not specified.
    unsettle(model, ({ owner }) => owner.username === tried.owner.username)
    model.tokens.push({ text: token, username: tried.owner.username, seenVoid: false })
    return
  }
  if (tried.state !== 'open') return
  // Measured for one wrong code; how many tries a seed allows is not specified.
  const staysOpen = code === 'wrong' && world.choices.wrongCodeSpendsSeed === false && !tried.hadWrongCode
  tried.hadWrongCode = true
  if (!staysOpen) tried.state = 'unsure'
}

/** Marks those of the open challenges as unsure that what happened may have voided. */
export function unsettle(model: Model, mayBeVoid: (one: OpenChallenge) => boolean): void {
  for (const one of model.challenges) if (one.state === 'open' && mayBeVoid(one)) one.state = 'unsure'
}

/** Marks challenges as unsure that a new one of this account may void. Measured for one new one: a server may keep just two. */
export function unsettleOlder(model: Model, username: string, { choices }: World): void {
  unsettle(model, (one) => {
    const isOwn = one.owner.username === username
    const mayVoid = isOwn ? choices.newChallengeVoidsOlder : choices.challengeVoidsOthers
    return mayVoid || one !== model.challenges.at(-1)
  })
}
