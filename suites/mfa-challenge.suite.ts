import { expect } from '../harness/cases/expect.ts'
import type { MfaAccount, ToolName, Tools } from '../harness/cases/tools.ts'
import { field, isChallenge, tokenIn, type Answer } from '../harness/client/answer.ts'
import { encodings, families, type Family } from '../harness/client/families.ts'
import { SetupFailed, NotSupported } from '../harness/verdicts/outcomes.ts'
import { opensNothing } from './opens-nothing.ts'
import { requirement } from './requirement.ts'

for (const encoding of encodings) {
  requirement('mfa.challenge-shape', `to a ${encoding} login`, async ({ api, mfaAccount }) => {
    api.challengesBySeed()
    await api.wayIsOpen({ family: 'users-v1', encoding })
    const answer = await api.login(mfaAccount, { family: 'users-v1', encoding })
    expect(answer).toBeChallenge()
    expect(answer).toHaveContentTypeJson()
  })

  requirement(
    'mfa.newer-family-two-steps',
    `to a ${encoding} login`,
    async ({ api, mfaAccount, account }) => {
      await api.token(account, { family: 'v1', encoding })
      expect(await api.login(mfaAccount, { family: 'v1', encoding })).toGrantNoToken()
      await api.token(account, { family: 'v1', encoding })
    },
  )

  requirement('mfa.newer-family-challenge-shape', `to a ${encoding} login`, async ({ api, mfaAccount }) => {
    api.challengesBySeed()
    await api.wayIsOpen({ family: 'v1', encoding })
    const answer = await api.login(mfaAccount, { family: 'v1', encoding })
    if (tokenIn(answer) !== undefined) throw new SetupFailed('a token came before the second step')
    if (Number(field(answer.json, 'code')) !== 101)
      throw new NotSupported('the newer family answers no code 101')
    expect(answer).toBeChallenge()
    expect(answer).toHaveContentTypeJson()
  })
}

wrongPassword('users-v1', 'mfa', ['api', 'mfaAccount', 'run'], ({ mfaAccount }) => mfaAccount)
wrongPassword('v1', 'mfa2', ['api', 'mfaAccount2', 'run'], ({ mfaAccount2 }) => mfaAccount2)

/** Each family with an account of its own, so that no account has many refusals. */
function wrongPassword(
  family: Family,
  of: 'mfa' | 'mfa2',
  tools: ToolName[],
  account: (tools: Tools) => MfaAccount,
): void {
  const options = { changed: 'the password', tools, rejects: { of, rank: 1, family } }
  requirement('mfa.wrong-password-no-challenge', `on ${family}`, options, async (asked) => {
    const { api, run } = asked
    const right = account(asked)
    const wrong = { ...right, password: `${right.password}-${run.random.word(6)}` }
    const first = await api.login(right, { family, role: 'twin' })
    if (first.exchange.response.status >= 500)
      throw new SetupFailed(`a right first step failed: ${first.said}`)
    const refused = await api.login(wrong, { family })
    expect(refused).toEarnNothing()
    // A stub gives one answer to all, and refuses nobody.
    if (looks(first) === looks(refused))
      throw new SetupFailed(`the right password is answered like a wrong one: ${first.said}`)
    const last = await api.login(right, { family, role: 'twin' })
    if (isChallenge(first) !== isChallenge(last)) {
      throw new SetupFailed(`a right first step was refused: ${last.said}`)
    }
  })
}

/** Status and field names: what an answer tells without its values. */
const looks = ({ exchange, json }: Answer): string =>
  JSON.stringify([
    exchange.response.status,
    typeof json === 'object' && json ? Object.keys(json).sort() : json,
  ])

for (const family of families) {
  requirement('mfa.challenge-opens-nothing', `on ${family}`, async ({ api, mfaAccount }) => {
    const answer = await api.login(mfaAccount, { family, role: 'step' })
    await opensNothing(api, answer, (list) => api.anyAccepted(list))
    // On a fresh connection: what a connection remembers of the witness is judged by anonymous.next-request.
    for (const list of api.listFamilies())
      expect(await api.list(list, undefined, { wire: { freshConnection: true } })).toBeRefused()
  })
}
