import { isSuccess, type Answer } from '../../client/answer.ts'
import { currentCase } from '../../run/current-case.ts'
import { Violation } from '../../outcomes.ts'
import { header, WireFailure, type Exchange } from '../../wire/exchange.ts'

/** A token that is older was rejected for another reason, in milliseconds. */
const newMs = 1000
const mostAsked = 50
/** How often it is asked for after it was accepted: half of those would come to the other of two servers. */
const askedAfter = 8

/**
 * Makes a violation by a new token's rejection say if the same request is accepted soon after: a server that answers a login
 * before all of it knows the token looks as if it knew no tokens at all. It is a violation all the same.
 */
export function orKnownLater<T extends Error>(reason: T, answer: Answer): T {
  const { exchange: judged } = answer
  const { run } = currentCase()
  const [, token = ''] = /^Bearer (.+)$/.exec(header(judged.request.headers, 'authorization') ?? '') ?? []
  const isKnown = run.tokens.ownerOf(token) !== undefined
  if (!(reason instanceof Violation) || !isKnown || isSuccess(answer)) return reason
  if (run.clock.now() - run.tokens.of(token).lastAnsweredAt > newMs) return reason
  const { wanted, got, ifMayList, exchange } = reason
  const askAgain = () => run.wire.send(judged.request, { part: 'list' }).catch(unlessCut)
  reason.confirm = async () => {
    for (let asked = 0; asked < mostAsked; asked++) {
      const again = await askAgain()
      if (again === undefined) return
      const { status } = again.response
      if (!isAccepted(again)) continue
      const laterMs = Math.round(again.sentAt - judged.sentAt)
      const after = await Promise.all(Array.from({ length: askedAfter }, askAgain))
      const why = after.every((one) => one === undefined || isAccepted(one))
        ? 'a login answers before its token works'
        : 'then it was rejected again; several servers may answer that do not share their tokens'
      const hint = `; ${laterMs} ms later, the same request got ${status}: ${why}`
      throw new Violation(wanted, got + hint, ifMayList, exchange)
    }
  }
  return reason
}

const isAccepted = ({ response: { status } }: Exchange): boolean => status >= 200 && status < 300

function unlessCut(error: unknown): undefined {
  if (!(error instanceof WireFailure)) throw error
}
