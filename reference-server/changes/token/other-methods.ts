import { type Apply, type Defect, wrap } from '../change.ts'
import type { Token } from '../../domain/tokens.ts'
import type { Methods } from '../../server/method.ts'
import type { Parts } from '../../server/parts.ts'
import { breaking, must } from '../shared/breach.ts'

const hour = 3_600_000

/** Tokens whose end moves when their user uses another method, as if the server kept one time of last use for each user. */
export const otherMethodTokenDefects: Record<string, Defect> = {
  'token-slides-with-session': breaking(must('token.fixed-hour'))(
    'Each use of a session restarts the hour of its user’s valid tokens.',
    onUseOf('session', (token, { clock }) => {
      if (clock.now() - token.issuedAt < hour) token.issuedAt = clock.now()
    }),
    { mayBreak: must('token.void-after-hour') },
  ),
  'token-revived-by-signed-request': breaking(must('token.stays-void'))(
    'A signed request makes the tokens of its user that expired in the last two minutes valid for one more minute.',
    onUseOf('signature', (token, { clock }) => {
      const age = clock.now() - token.issuedAt
      if (age >= hour && age < hour + 120_000) token.issuedAt = clock.now() - hour + 60_000
    }),
    { mayBreak: must('token.void-after-hour', 'token.fixed-hour') },
  ),
}

/** Changes the tokens of a user whenever this method identifies the user. */
function onUseOf(method: keyof Methods, change: (token: Token, parts: Parts) => void): Apply {
  return (parts) => {
    wrap(parts.methods, method, (identify) => (text, call) => {
      const account = identify(text, call)
      for (const token of account ? parts.tokens.records.values() : [])
        if (token.username === account?.username) change(token, parts)
      return account
    })
  }
}
