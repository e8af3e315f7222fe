import { lists } from '../../harness/engine/case/judges.ts'
import { privateToken } from '../../harness/client/credentials/credentials.ts'
import { mayNotList } from '../../harness/client/may-list.ts'
import { SetupFailed, NotDeclared, Violation } from '../../harness/outcomes.ts'
import { opensEach, ownerOfOne } from '../private-token/operator-tokens.ts'
import { keeps, type Model, type Real } from './world.ts'

/** Creates a private token for a user who has one already: that must fail, and the existing token must stay valid. */
export async function createAgain(
  model: Model,
  { api, world }: Real,
  say: (text: string) => void,
): Promise<void> {
  const { operator, run } = world
  if (!operator) return
  const held = await ownerOfOne(api, run, operator).catch(unlessJudgedElsewhere)
  if (mayNotList(run, held?.username)) return
  // Another case may have revoked it since.
  if (!held || !(await opensEach(api, held.token, held.username))) return
  model.creations.left--
  say(`the operator creates a private token for ${held.username}, who has one`)
  const again = await operator.create(held.username)
  if (again.exitCode !== 0 && !held.isMade) return
  model.kept = held
  // Exit code 0 without a valid token breaks no rule of the specification.
  const printed = again.exitCode === 0 ? await api.firstThatLists(again.stdout, held.username) : undefined
  const wins = new Violation('a second creation that fails', 'it exits 0 and prints a token that works')
  keeps(world, 'private-token.second-creation-fails', printed === undefined ? undefined : wins)
  for (const family of api.listFamilies()) {
    const answer = await api.list(family, privateToken(held.token, held.username))
    keeps(world, 'private-token.second-creation-keeps', lists(answer))
  }
}

/** Ignores that no valid private token exists; the cases about it report that. */
function unlessJudgedElsewhere(error: unknown): undefined {
  if (error instanceof SetupFailed || error instanceof NotDeclared) return undefined
  throw error
}
