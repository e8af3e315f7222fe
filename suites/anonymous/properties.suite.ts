// Random near misses of a token, a private token and a session cookie.

import { notJudged, property, type ProbeApi, type Tried } from '../../harness/engine/case/property.ts'
import { rejected } from '../../harness/engine/case/judges.ts'
import type { Need, Tools } from '../../harness/engine/case/tools.ts'
import {
  bearer,
  cookie,
  privateToken,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'
import { families } from '../../harness/facts/families.ts'
import { sessionCookie } from '../session/session-cookie.ts'
import { requirement } from '../case/requirement.ts'
import { isSameText } from '../wrong-values/legal-equals.ts'
import { inLongestPart } from '../wrong-values/near-misses.ts'
import { cookieCharacter, edit, edited, editRecipe, tokenCharacter } from '../wrong-values/near-miss.ts'

interface Kind {
  id: 'anonymous.unknown-token' | 'anonymous.unknown-private-token' | 'anonymous.unknown-session'
  what: string
  needs: Need[]
  right: (tools: Tools) => Promise<{ text: string; username?: string }>
  present: (text: string, username?: string) => Credential
  alphabet: typeof tokenCharacter
}

const kinds: Kind[] = [
  {
    id: 'anonymous.unknown-token',
    what: 'token',
    needs: ['account'],
    right: async ({ api, account }) => ({ text: await api.token(account), username: account.username }),
    present: bearer,
    alphabet: tokenCharacter,
  },
  {
    id: 'anonymous.unknown-private-token',
    what: 'private token',
    needs: ['privateTokenOf'],
    right: async ({ privateTokenOf: { token, username } }) => ({ text: token, username }),
    present: privateToken,
    alphabet: tokenCharacter,
  },
  {
    id: 'anonymous.unknown-session',
    what: 'cookie',
    needs: ['session'],
    right: async ({ session, run }) => {
      const { value, username } = await sessionCookie(run, session)
      return { text: value, ...(username === undefined ? {} : { username }) }
    },
    present: cookie,
    alphabet: cookieCharacter,
  },
]

for (const family of families) {
  for (const { id, what, needs, right, present, alphabet } of kinds) {
    requirement(id, `any near miss on the ${family} list`, { needs }, async (asked) => {
      const { text, username } = await right(asked)
      const twin = present(text, username)
      await property(
        edit(alphabet),
        async (change, api: ProbeApi): Promise<Tried> => {
          const other = inLongestPart(text, (part) => edited(part, change))
          if (isSameText(other, text) || other === '') return notJudged
          return rejected(await api.list(family, present(other)))
        },
        {
          twin: () => asked.api.listed(family, twin),
          recipe: (change) => editRecipe(what, change),
        },
      )
    })
  }
}
