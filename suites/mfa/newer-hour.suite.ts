// The hour of tokens from the second step of the newer path family.

import type { Tools } from '../../harness/engine/case/tools.ts'
import { requirement } from '../case/requirement.ts'
import { worksForHour } from '../token/fresh-token.ts'
import { isVoid, lastUse, works } from '../token/life.ts'
import { redeemInForm } from './in-form.ts'
import { newerChallenge } from './newer-challenge.ts'

type Used = Pick<Tools, 'api' | 'mfaAccount'>

// The tokens of the older family's second step are judged with those of logins.
const logInBy =
  ({ api, mfaAccount }: Used) =>
  async () => {
    const code = await mfaAccount.nextCode()
    return await api.redeem(await newerChallenge(api, mfaAccount), code)
  }

const asked = { needs: ['mfaAccount', 'clock'] } as const

requirement('token.works-for-hour', 'second step of the newer family', asked, async (tools) => {
  const logIn = logInBy(tools)
  await worksForHour(tools, logIn, (token) => works(tools, token, lastUse, logIn))
})

requirement('token.void-after-hour', 'second step of the newer family', asked, async (tools) => {
  const logIn = logInBy(tools)
  await isVoid(tools, await logIn(), logIn)
})

// A server may issue the tokens of such a second step, or of this account, in a way of their own.
requirement('token.void-after-hour', 'second step in a form, of another account', asked, async (tools) => {
  const { api, mfaAccount, run } = tools
  api.challengesBySeed()
  api.leftOutUnderLimits()
  const account = run.declaration.accounts.mfa2 || mfaAccount
  const logIn = async () => await redeemInForm({ api, run }, await api.freshChallenge(account))
  await isVoid(tools, await logIn(), logIn)
})
