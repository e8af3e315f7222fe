import { demandMeaning, granted, notListed, tooLarge, violation } from '../../client/grants.ts'
import { isChallenge, isSuccess, tokenIn, type Answer } from '../../client/answer.ts'
import { Violation } from '../../outcomes.ts'
import { noteRejection } from './expect.ts'
import type { Judged } from './property.ts'

/**
 * The judgements of `expect` for bodies that run thousands of times: they count no expectation, ask for no control, and
 * return what is wrong instead of throwing it.
 */

/** An answer that grants nothing: no token, no user data. Its status is free. */
export function rejected(answer: Answer): Judged {
  const gave = granted(answer)
  if (gave !== undefined) return violation('a rejection (no access granted)', answer, gave)
  demandMeaning(answer)
  noteRejection(answer)
  return undefined
}

/** Neither a token nor a challenge. */
export function earnsNothing(answer: Answer): Judged {
  const gave = granted(answer) ?? (isChallenge(answer) ? 'a second-factor challenge' : undefined)
  if (gave !== undefined) return violation('a rejection (no token, no challenge)', answer, gave)
  noteRejection(answer)
  return undefined
}

/** A token. @throws SetupFailed if the request was too large for the server */
export function grantsToken(answer: Answer): Judged {
  const beyond = tooLarge(answer)
  if (beyond) throw beyond
  return isSuccess(answer) && tokenIn(answer) !== undefined ? undefined : violation('a token', answer)
}

/** The list of users. @throws SetupFailed if the answer says nothing either way */
export function lists(answer: Answer): Judged {
  const reason = notListed(answer)
  if (!(reason instanceof Error)) return undefined
  if (reason instanceof Violation) return reason
  throw reason
}

export function noServerError(answer: Answer): Judged {
  return answer.exchange.response.status >= 500
    ? violation('an answer with a status below 500', answer)
    : undefined
}
