// Random near misses of a username and of a password.

import fc from 'fast-check'
import { earnsNothing, grantsToken } from '../../harness/engine/case/judges.ts'
import { notJudged, property } from '../../harness/engine/case/property.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { declaredAccounts } from '../../harness/client/api/api-login.ts'
import { encodings, families } from '../../harness/facts/families.ts'
import { requirement } from '../case/requirement.ts'
import { isSameName, isSamePassword } from '../wrong-values/legal-equals.ts'
import { anyCharacter, edit, edited, editRecipe } from '../wrong-values/near-miss.ts'
import { asForm, asJson, spelling, spellingRecipe } from '../wrong-values/spelling.ts'

for (const family of families) {
  for (const [rule, encoding, bodyOf] of [
    ['login.json', 'json', asJson],
    ['login.form-encoded', 'form', asForm],
  ] as const) {
    requirement(rule, `in any spelling on ${family}`, { needs: ['account'] }, async ({ api, account }) => {
      await property(
        spelling,
        async (way, { login }) =>
          grantsToken(await login(account, { family, encoding, body: bodyOf(account, way) })),
        { twin: () => api.token(account, { family, encoding }), recipe: spellingRecipe, logsIn: true },
      )
    })
  }
}

/** Sent to the logins that the server has, since there may be few of them. */
const wrong = ({ hasLogin }: Tools['api']) =>
  fc.record({
    change: edit(anyCharacter),
    family: fc.constantFrom(...families.filter(hasLogin)),
    encoding: fc.constantFrom(...encodings),
  })
const said =
  (what: string) => (input: { change: Parameters<typeof editRecipe>[1]; family: string; encoding: string }) =>
    `${editRecipe(what, input.change)}, in ${input.encoding} on ${input.family}`

requirement(
  'login.unknown-user',
  'with any name like a valid one',
  { needs: ['account'], changed: 'the username', rejects: { of: 'nobody', rank: 9, property: true } },
  async ({ api, account, run }) => {
    const names = declaredAccounts(run).map(({ username }) => username)
    await property(
      wrong(api),
      async ({ change, family, encoding }, { login }) => {
        const username = edited(account.username, change)
        if (username === '' || names.some((name) => isSameName(username, name))) return notJudged
        return earnsNothing(await login({ username, password: account.password }, { family, encoding }))
      },
      { twin: () => api.token(account), recipe: said('username'), failsLogins: true },
    )
  },
)

requirement(
  'login.wrong-password',
  'any near miss',
  { needs: ['account'], changed: 'the password', rejects: { of: 'plain', rank: 9, property: true } },
  async ({ api, account }) => {
    await property(
      wrong(api),
      async ({ change, family, encoding }, { login }) => {
        const password = edited(account.password, change)
        if (password === '' || isSamePassword(password, account.password)) return notJudged
        return earnsNothing(await login({ ...account, password }, { family, encoding }))
      },
      { twin: () => api.token(account), recipe: said('password'), failsLogins: true },
    )
  },
)
