// Lists and logins as other clients send them: names of fields in lower case, any type accepted.

import { inLowerCase } from '../../harness/client/credentials/credentials.ts'
import { typeOf } from '../../harness/client/encode.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { families, type Family } from '../../harness/facts/families.ts'
import { notListed } from '../../harness/client/grants.ts'
import { requirement } from '../case/requirement.ts'
import { demandTaken } from '../case/demand-taken.ts'
import { methods } from './methods.ts'

// Many clients and proxies write the names of header fields in lower case, and curl accepts any type by default.

/** The methods that scripts use without naming a type; a signed request has the type that the specification shows. */
const scripted = methods.filter(
  ([, , , rule]) => rule === 'token.bearer' || rule === 'private-token.accepted',
)

const anyType = { accept: '*/*' }

/** A server may demand of every request that it asks for JSON. */
const demandAnyTaken = ({ api }: Pick<Tools, 'api'>, family: Family) =>
  demandTaken(api, family, 'a request for any type', anyType)

// Each request has a credential of its own, since a token that is valid for one use is another fault.
for (const family of families) {
  for (const [, needs, credential, rule] of methods) {
    requirement(rule, `with names of fields in lower case on ${family}`, { needs }, async (tools) => {
      await tools.api.listed(family, await credential(tools))
      expect(await tools.api.list(family, inLowerCase(await credential(tools)))).toListUsers()
    })
  }

  for (const [, needs, credential, rule] of scripted) {
    requirement(rule, `asked for any type on ${family}`, { needs }, async (tools) => {
      await tools.api.listed(family, await credential(tools))
      const answer = await tools.api.list(family, await credential(tools), anyType)
      if (notListed(answer) instanceof Error) await demandAnyTaken(tools, family)
      expect(answer).toListUsers()
    })
  }

  const login = { needs: ['account'] } as const

  requirement('login.json', `with names of fields in lower case on ${family}`, login, async (tools) => {
    const { api, account } = tools
    await api.token(account, { family })
    const lower = { type: '', headers: [['content-type', typeOf.json]] } as const
    expect(await api.login(account, { family, ...lower })).toGrantToken()
  })

  requirement('login.json', `asked for any type on ${family}`, login, async ({ api, account }) => {
    await api.token(account, { family })
    // Comes first, because a rejected login counts as a failed one.
    await demandAnyTaken({ api }, api.listFamily())
    expect(await api.login(account, { family, ...anyType })).toGrantToken()
  })
}
