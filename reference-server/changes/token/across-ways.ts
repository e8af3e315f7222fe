import { type Apply, type Defect, type Lists, wrap, wrapping, wrappingOn } from '../change.ts'
import type { Call } from '../../common/call.ts'
import type { Token } from '../../domain/tokens.ts'
import type { Parts } from '../../server/parts.ts'
import { breaking, must } from '../shared/breach.ts'

const fixedHour = breaking(must('token.fixed-hour'))
const voidAfterHour = breaking(must('token.void-after-hour'))

const minute = 60_000

/** Tokens that a login by another way ends or prolongs, and tokens of a few logins only that end at another time. */
export const acrossWaysDefects: Record<string, Defect> = {
  'token-of-form-login-voided-by-json-login': fixedHour(
    'A JSON login revokes the tokens that the account has from form-encoded logins.',
    onOtherLogin(
      ({ encoding }, { issuedBy }) => encoding === 'json' && issuedBy.encoding === 'form',
      (token, { tokens }) => void tokens.records.delete(token.text),
    ),
  ),
  'token-of-older-login-slides-on-newer-login': fixedHour(
    'A login on the newer path family restarts the hour of the valid tokens from the older one.',
    onOtherLogin(
      ({ family }, { issuedBy }) => family === 'v1' && issuedBy.family === 'users-v1',
      (token, { clock, tokens }, call) => {
        if (!tokens.isExpired(token, call)) token.issuedAt = clock.now()
      },
    ),
    { mayBreak: must('token.void-after-hour') },
  ),
  'token-of-newer-login-revived-by-older-login': breaking(must('token.stays-void'))(
    'A login on the older path family makes the expired tokens from the newer one valid again.',
    onOtherLogin(
      ({ family }, { issuedBy }) => family === 'users-v1' && issuedBy.family === 'v1',
      (token, { clock, tokens }, call) => {
        if (tokens.isExpired(token, call)) token.issuedAt = clock.now()
      },
    ),
    { mayBreak: must('token.void-after-hour') },
  ),
  'token-of-second-account-ends-on-a-whole-minute': breaking(must('token.works-for-hour'))(
    'The end of the tokens of one user is kept in whole minutes, rounded down.',
    endingAt((end) => Math.floor(end / minute) * minute),
    { mayBreak: must('token.fixed-hour') },
  ),
  'token-of-second-account-ends-on-the-next-minute-on-newer-list': voidAfterHour(
    'The newer list reads the end of the tokens of one user in whole minutes, rounded up.',
    endingAt((end) => Math.ceil(end / minute) * minute, 'v1'),
  ),
  'token-of-second-step-in-a-form-lives-a-day': voidAfterHour(
    'A token from a form-encoded second step works for a day.',
    lasting(({ issuedBy }) => issuedBy.operation === 'second-step' && issuedBy.encoding === 'form'),
  ),
}

/** Calls `change` for the older tokens of an account that logs in, if `which` says so. */
function onOtherLogin(
  which: (call: Call, token: Token) => boolean,
  change: (token: Token, parts: Parts, call: Call) => void,
): Apply {
  return (parts) => {
    wrap(parts.tokens, 'issue', (issue) => (account, call) => {
      for (const old of parts.tokens.records.values()) {
        const isOfLogin = call.operation === 'login' && old.issuedBy.operation === 'login'
        if (isOfLogin && old.username === account.username && which(call, old)) change(old, parts, call)
      }
      return issue(account, call)
    })
  }
}

/** Moves the end of the tokens of one user, in milliseconds. */
function endingAt(rounded: (end: number) => number, lists: Lists = 'both'): Apply {
  return wrappingOn(lists, 'tokens.isExpired', (isExpired, { clock }) => (token, call) => {
    if (token.username !== 'dee') return isExpired(token, call)
    return clock.now() >= rounded(token.issuedAt + 60 * minute)
  })
}

function lasting(which: (token: Token) => boolean): Apply {
  return wrapping('tokens.isExpired', (isExpired, { clock }) => (token, call) => {
    return isExpired(token, call) && !(which(token) && clock.now() - token.issuedAt < 24 * 60 * minute)
  })
}
