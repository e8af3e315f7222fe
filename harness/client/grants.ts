import { NotDeclared, SetupFailed, Violation } from '../outcomes.ts'
import { currentCase } from '../run/current-case.ts'
import { hasEmptyArray } from '../facts/json-texts.ts'
import { listsUsers, type UserRecord } from '../facts/user-list.ts'
import { header } from '../wire/exchange.ts'
import { bodyText, isSuccess, tokenIn, type Answer } from './answer.ts'
import { mayNotList } from './may-list.ts'
import { keyIdIn, orCredentialWrong, orOtherTime } from './other-causes/or-credential-wrong.ts'
import { orFamilyMissing } from './other-causes/or-family-missing.ts'
import { orHostChanged } from './other-causes/or-host-changed.ts'
import { saidBy } from './said.ts'
import { pathOf } from './send.ts'

/** Returns the records that an answer lists, or the error to throw if it lists none. Learns the place of the records. */
export function notListed(answer: Answer): UserRecord[] | Error {
  const { run } = currentCase()
  const { family, username, json } = answer
  const barred = mayNotList(run, username)
  if (!isSuccess(answer)) {
    const beyond = barred ?? tooLarge(answer)
    if (beyond) return beyond
    const { exchange, said } = answer
    const ifMayList = exchange.response.status === 403 ? username : undefined
    const doubt =
      orFamilyMissing(run, answer) || orCredentialWrong(run, exchange) || orHostChanged(run, exchange)
    const isTimeOpen = run.clock.isLost || (doubt !== '' && run.timeUnknown)
    if (isTimeOpen && keyIdIn(exchange) !== undefined) return new SetupFailed(said + doubt + orOtherTime(run))
    return new Violation('the list of users', said + doubt, ifMayList, exchange)
  }
  const records = family && run.lists.read(family, json)
  if (!records) {
    if (barred) return barred
    if (hasEmptyArray(json))
      return new SetupFailed(`the list is empty, so nothing can be told from it: ${answer.said}`)
    // If no method ever got records, the list is wrong, not the credential.
    const neverSeen = family !== undefined && !run.lists.isKnown(family)
    if (neverSeen) return new SetupFailed(`no records of users were found in the list: ${answer.said}`)
    return violation('the list of users, JSON with records', answer)
  }
  const answered = pathOf(answer.exchange.request.target)
  if (answer.asked !== undefined && answer.asked !== answered) run.redirects.set(answer.asked, answered)
  if (username !== undefined) run.listed.add(username)
  if (header(answer.exchange.request.headers, 'authorization')?.startsWith('Signature'))
    run.signatureDates.accepted()
  return records
}

/** Returns the error to throw if the answer says that the request was too large: the specification shows no such limits. */
export const tooLarge = ({ exchange, said }: Answer): SetupFailed | undefined =>
  [413, 414, 431].includes(exchange.response.status)
    ? new SetupFailed(`${said}; the server, or a proxy in front of it, limits the size of requests`)
    : undefined

/** Returns the error to throw for a valid request that lists nothing (`reason`), if the list itself is not judged. */
export function controlRejected({ said }: Answer, reason: Error): Error {
  if (reason instanceof NotDeclared) return reason
  const owner = reason instanceof Violation ? reason.ifMayList : undefined
  const isShown = owner === undefined || currentCase().run.listed.has(owner)
  const hint = isShown ? '' : `; if ${owner} has no right to read the list, declare mayList: false`
  return new SetupFailed(`a valid request was rejected: ${said}${hint}`)
}

/** @throws NotDeclared if the user may not read the list: then any credential is rejected */
export function demandMeaning({ owner }: Answer): void {
  const reason = mayNotList(currentCase().run, owner)
  if (reason) throw reason
}

/**
 * True if a list is open to a credential that may be void. Unlike an answer to a valid credential, this one teaches
 * nothing: a list of errors must not be mistaken for the list of users.
 */
export function opensList(answer: Answer, run = currentCase().run): boolean {
  const { family, json } = answer
  const isKnown = family !== undefined && run.lists.isKnown(family)
  return isKnown ? granted(answer, run) !== undefined : isSuccess(answer) && listsUsers(json)
}

/** What an answer grants; undefined if it is a rejection. */
export function granted(answer: Answer, run = currentCase().run): string | undefined {
  if (answer.operation === 'list') {
    if (answer.family === undefined || !run.lists.isKnown(answer.family)) {
      throw new SetupFailed('no accepted request has shown yet what the list looks like')
    }
    return run.lists.leak(answer.family, answer.json, () => bodyText(answer.exchange))
  }
  return aToken(answer)
}

export const aToken = (answer: Answer): string | undefined =>
  tokenIn(answer) === undefined ? undefined : 'a token'

/**
 * @param why what is wrong with the answer
 * @param hint what else may be the reason, appended to the message
 */
export function violation(wanted: string, answer: Answer, why?: string, hint = ''): Violation {
  const { exchange, said } = answer
  return new Violation(wanted, (why === undefined ? said : saidBy(exchange, why)) + hint, undefined, exchange)
}
