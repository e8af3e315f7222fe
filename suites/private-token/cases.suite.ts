// The private token: which scheme word it takes, how the operator creates and reads it, and that it still works a day later.

import { opensList } from '../../harness/client/grants.ts'
import { expect, holds } from '../../harness/engine/case/expect.ts'
import { authorization, bearer, privateToken } from '../../harness/client/credentials/credentials.ts'
import type { HeldPrivateToken } from '../../harness/engine/case/tools.ts'
import { families } from '../../harness/facts/families.ts'
import { NotDeclared, SetupFailed } from '../../harness/outcomes.ts'
import { rejectedList, type ListPair } from '../case/pair.ts'
import { requirement } from '../case/requirement.ts'
import {
  demandOpens,
  judgeFailedCreation,
  madeToken,
  neverMade,
  ownerOfOne,
  readToken,
  unlessNoneOpens,
} from './operator-tokens.ts'
import { worksAfter } from './works-after.ts'
import { ifAnswered } from '../case/if-answered.ts'

const day = 86_400

for (const family of families) {
  requirement(
    'private-token.accepted',
    `on the ${family} list`,
    { needs: ['privateTokenOf'] },
    async ({ api, privateTokenOf }) => {
      const { token, username } = privateTokenOf
      expect(await api.list(family, privateToken(token, username))).toListUsers()
    },
  )

  requirement(
    'private-token.spares-second-step',
    `on the ${family} list`,
    { needs: ['mfaPrivateToken'] },
    async ({ api, mfaPrivateToken, run }) => {
      const { token, username } = mfaPrivateToken
      const answer = await api.list(family, privateToken(token, username))
      await unlessNoneOpens(api, run, family, answer)
      expect(answer).toListUsers()
    },
  )
}

const otherScheme = { changed: 'the scheme word' }
const underBearer = ({ token, username }: HeldPrivateToken): ListPair => ({
  valid: privateToken(token, username),
  invalid: [
    ['the word Bearer instead of Token', bearer(token)],
    ['the word bearer instead of Token', authorization('private token', `bearer ${token}`)],
  ],
})

rejectedList(
  'private-token.not-bearer',
  (family) => `on the ${family} list`,
  { needs: ['privateTokenOf'], ...otherScheme },
  ({ privateTokenOf }) => underBearer(privateTokenOf),
)
rejectedList(
  'private-token.not-bearer',
  (family) => `that of an account with a second factor on the ${family} list`,
  { needs: ['mfaPrivateToken'], ...otherScheme },
  ({ mfaPrivateToken }) => underBearer(mfaPrivateToken),
)

requirement(
  'private-token.created-by-operator',
  'for a user who has none',
  { needs: ['operator'] },
  async ({ api, operator, run }) => {
    const made = await madeToken(run, operator)
    if (made.existed && run.raced) {
      throw new SetupFailed(
        `after many creations at once ${made.username} has a token that none of them printed`,
      )
    }
    if (made.existed) {
      const message = `${made.username} has a private token already: declare a user who has none`
      throw new NotDeclared('privateTokens.operator.createFor', message)
    }
    if (made.exitCode !== 0) return await judgeFailedCreation(run, operator, made.username)
    if (made.candidates.length === 0 && !operator.show)
      throw new NotDeclared('privateTokens.operator.show', 'the create command prints no token')
    const printed = 'a private token printed by the create or the show command'
    holds(made.candidates.length > 0, printed, 'neither printed one')
    const { plain, mfa } = run.declaration.privateTokens
    const others = [plain, mfa].filter((one) => one && one.username !== made.username)
    const own = made.candidates.filter((text) => !others.some((one) => one && one.token === text))
    holds(own.length > 0, 'a private token of its own', 'it printed the private token of another user alone')
    for (const family of api.listFamilies()) await demandOpens(api, run, family, own, made.username)
  },
)

requirement(
  'private-token.second-creation-fails',
  'for a user who has one',
  { needs: ['operator'] },
  async ({ api, operator, run }) => {
    const { username, token, isMade } = await ownerOfOne(api, run, operator)
    const again = await operator.create(username)
    const printed = await api.firstThatLists(again.stdout, username)
    if (again.exitCode !== 0) {
      const isOld = printed === undefined || printed.toLowerCase() === token.toLowerCase()
      const got = `it exits ${again.exitCode}, but prints another token that works`
      holds(isOld, 'a second creation that makes no token', got)
      if (!isMade) throw neverMade()
      return
    }
    if (printed === undefined)
      throw new SetupFailed('the second creation exits 0, but prints no token that works')
    holds(false, 'a second creation that fails', 'it exits 0 and prints a token that works')
  },
)

requirement(
  'private-token.second-creation-keeps',
  'the token that was there',
  { needs: ['operator'] },
  async ({ api, operator, run }) => {
    const { username, token, isMade } = await ownerOfOne(api, run, operator)
    const { exitCode } = await operator.create(username)
    for (const family of api.listFamilies()) await demandOpens(api, run, family, [token], username)
    if (exitCode !== 0 && !isMade) throw neverMade()
  },
)

requirement(
  'private-token.existing-readable',
  'on the command line',
  { needs: ['operator'] },
  async ({ api, operator, run }) => {
    if (!operator.show) throw new NotDeclared('privateTokens.operator.show')
    const { username, token } = await ownerOfOne(api, run, operator)
    await operator.create(username)
    for (const family of api.listFamilies()) await api.listed(family, privateToken(token, username))
    const shown = await readToken(run, operator, username)
    holds(shown.exitCode === 0, 'a show command that exits 0', `it exits ${shown.exitCode}`)
    holds(shown.candidates.length > 0, 'the private token printed by the show command', 'it prints none')
    for (const family of api.listFamilies()) await demandOpens(api, run, family, shown.candidates, username)
    const same = shown.candidates.some((one) => one.toLowerCase() === token.toLowerCase())
    const [family] = api.listFamilies()
    if (same || family === undefined) return
    const works = await ifAnswered(async () =>
      opensList(await api.list(family, privateToken(token, username), { role: 'step' })),
    )
    const state = works === undefined ? '' : `, and this one ${works ? 'works still' : 'is dead'}`
    holds(false, 'the private token that exists', `the show command prints another one${state}`)
  },
)

requirement(
  'private-token.permanent',
  'a day later',
  { needs: ['privateTokenOf', 'farClock'] },
  async ({ api, privateTokenOf, farClock, run }) => {
    await worksAfter({ api, farClock, run }, privateTokenOf, day)
  },
)
