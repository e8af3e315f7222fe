import { expect } from '../harness/cases/expect.ts'
import { authorization, bearer } from '../harness/client/credentials.ts'
import { families, ways } from '../harness/client/families.ts'
import { between } from '../harness/client/steps.ts'
import type { ToolName, Tools } from '../harness/cases/tools.ts'
import { asStep } from '../harness/cases/as-step.ts'
import { NotSupported } from '../harness/verdicts/outcomes.ts'
import { firstVoid, freshToken, hour, isVoid, lastUse, works, type LogIn } from './token-life.ts'
import { requirement } from './requirement.ts'

const uses = 20

for (const family of families) {
  requirement('token.bearer', `on the ${family} list`, async ({ api, account }) => {
    const token = await api.token(account)
    expect(await api.list(family, bearer(token, account.username))).toListUsers()
  })

  requirement('token.many-uses', `on the ${family} list`, async ({ api, account }) => {
    const token = await api.token(account)
    for (let use = 1; use <= uses; use++) {
      expect(await api.list(family, bearer(token, account.username))).toListUsers()
    }
  })

  requirement(
    'token.not-token-scheme',
    `on the ${family} list`,
    { changed: 'the scheme word' },
    async ({ api, account }) => {
      const token = await api.token(account)
      await between(
        () => api.listed(family, bearer(token, account.username)),
        async () => expect(await api.list(family, authorization('token', `Token ${token}`))).toBeRefused(),
      )
    },
  )
}

type Login = (tools: Tools) => LogIn

for (const way of ways) {
  const login: Login =
    ({ api, account }) =>
    () =>
      api.token(account, way)
  journeys(`${way.encoding} login on ${way.family}`, ['api', 'account', 'clock', 'run'], login)
}

journeys('second step', ['api', 'mfaAccount', 'clock', 'run'], ({ api, mfaAccount }) => async () => {
  return await api.redeem(await api.freshChallenge(mfaAccount))
})

/** The life of a token of one way of login, each time on a fresh one. */
function journeys(way: string, asked: ToolName[], login: Login): void {
  requirement(
    'token.works-for-hour',
    `${way}, unused until shortly before`,
    { tools: asked },
    async (tools) => {
      const token = await freshToken(tools, login(tools))
      await works(tools, token, lastUse)
    },
  )

  requirement('token.fixed-hour', `${way}, used now and then`, { tools: asked }, async (tools) => {
    const logIn = login(tools)
    const token = await freshToken(tools, logIn)
    for (const seconds of [1200, 2400, lastUse]) await works(tools, token, seconds)
    await isVoid(tools, token, logIn)
  })

  requirement('token.void-after-hour', `${way}, never used before`, { tools: asked }, async (tools) => {
    const logIn = login(tools)
    await isVoid(tools, await freshToken(tools, logIn), logIn)
  })

  requirement(
    'token.stays-void',
    `${way}, an hour later and after another login`,
    { tools: asked },
    async (tools) => {
      const logIn = login(tools)
      const token = await freshToken(tools, logIn)
      await asStep(() => isVoid(tools, token, logIn))
      await isVoid(tools, token, logIn, firstVoid + hour)
      if ((await logIn()) !== token) await isVoid(tools, token, logIn)
    },
  )

  requirement('token.fixed-hour', `${way}, another login at half time`, { tools: asked }, async (tools) => {
    const logIn = login(tools)
    const token = await freshToken(tools, logIn)
    await tools.clock.until(tools.run.tokens.of(token).firstSentAt + 1800_000)
    if ((await logIn()) === token)
      throw new NotSupported('a login answers the same token again while it lives')
    await works(tools, token, 0)
    await works(tools, token, lastUse)
    await isVoid(tools, token, logIn)
  })

  requirement('token.same-text', `${way}, answered again at half time`, { tools: asked }, async (tools) => {
    const logIn = login(tools)
    if ((await logIn()) !== (await logIn())) throw new NotSupported('each login answers a token of its own')
    const token = await freshToken(tools, logIn)
    await tools.clock.until(tools.run.tokens.of(token).firstSentAt + 1800_000)
    if ((await logIn()) !== token) throw new NotSupported('a login at half time answers another token')
    await works(tools, token, lastUse)
    await isVoid(tools, token, logIn)
  })
}
