import { claimsJson, field, isChallenge, isSuccess, tokenIn, type Answer } from '../../client/answer.ts'
import { answersBehind } from '../../client/answers-behind.ts'
import { createApi } from '../../client/api/api.ts'
import { declaredAccounts } from '../../client/api/api-login.ts'
import { loginControl, listControl } from '../../client/controls.ts'
import {
  aToken,
  controlRejected,
  demandMeaning,
  granted,
  notListed,
  tooLarge,
  violation,
} from '../../client/grants.ts'
import { hasEmptyArray, mayHoldNames } from '../../facts/json-texts.ts'
import { listsUsers, type UserRecord } from '../../facts/user-list.ts'
import { orFamilyMissing } from '../../client/other-causes/or-family-missing.ts'
import { orOtherKind } from '../../client/other-causes/or-other-kind.ts'
import { suggestSessionFlow } from '../../client/session-challenge.ts'
import { NotDeclared, SetupFailed, Violation } from '../../outcomes.ts'
import { currentCase } from '../../run/current-case.ts'
import { header } from '../../wire/exchange.ts'
import { wholeOrLength } from '../../wire/shown/shortened.ts'
import { orKnownLater } from './known-later.ts'
import { unlessMisdeclared } from './unless-misdeclared.ts'

/**
 * Judges an answer. Only these methods decide a verdict. Each throws Violation if the answer is wrong, and SetupFailed if
 * the answer says nothing either way.
 */
export function expect(answer: Answer) {
  const { run, trace } = currentCase()
  trace.expectations++

  return {
    /** A token response: 2xx, JSON, a non-empty string `token`. Returns the token. */
    toGrantToken(): string {
      const token = tokenIn(answer)
      if (!isSuccess(answer) || token === undefined)
        throw tooLarge(answer) ?? unlessMisdeclared(unlessLockedOut(withoutToken(answer), answer), answer)
      if (answer.operation === 'login') loginControl(run, trace, answer)
      return token
    },

    /** The list of users: 2xx, JSON, at least one record. Returns the records. */
    toListUsers(): UserRecord[] {
      const reason = notListed(answer)
      if (reason instanceof Error) throw orKnownLater(reason, answer)
      listControl(run, trace, answer)
      return reason
    },

    /**
     * An answer that grants nothing: no token, no user data. Its status is free.
     * @param sent what was sent, if a case sends several values in one place
     */
    toBeRejected(sent?: string): void {
      mustNotGrant(answer, 'a rejection (no access granted)', granted, sent)
      demandMeaning(answer)
      noteRejection(answer, sent)
    },

    /** A rejection before any valid request has shown where the list has its records: no token, no records anywhere. */
    toGrantNothing(): void {
      mustNotGrant(answer, 'a rejection (no access granted)', (one) => {
        const records = listsUsers(one.json) ? 'records of users' : undefined
        return tokenIn(one) === undefined ? records : 'a token'
      })
    },

    /** Neither a token nor a challenge; `sent` as above. */
    toEarnNothing(sent?: string): void {
      const grantOf = (one: Answer) =>
        granted(one) ?? (isChallenge(one) ? 'a second-factor challenge' : undefined)
      mustNotGrant(answer, 'a rejection (no token, no challenge)', grantOf, sent)
      noteRejection(answer, sent)
    },

    /** A first step that was accepted but is not the whole login: it may say anything, but gives no token. */
    toGrantNoToken(sent?: string): void {
      const wanted = 'no token before the second step'
      if (tokenIn(answer) !== undefined)
        throw violation(wanted, answer, sent && forWhat('a token', sent), orOtherKind(run, answer))
      judgeBehind(answer, wanted, aToken, sent)
    },

    /** Any answer without a 5xx status; `sent` as above. */
    toBeNoServerError(sent?: string): void {
      const { status } = answer.exchange.response
      if (status >= 500) throw violation('an answer with a status below 500', answer, sent && `for ${sent}`)
    },

    /** A list that holds records, even if something else is wrong with it. */
    toHoldRecords(): void {
      const reason = notListed(answer)
      if (!(reason instanceof Error)) return listControl(run, trace, answer)
      const { username, said, exchange } = answer
      // An empty list may be right for a user who may see no record.
      const isEmpty = hasEmptyArray(answer.json)
      if (!isSuccess(answer) || reason instanceof NotDeclared || (isEmpty && username === undefined))
        throw controlRejected(answer, reason)
      if (mayHoldNames(answer.json))
        throw new SetupFailed(`if these are users, none of them is declared: ${said}`)
      throw new Violation(
        'a list that holds records of users',
        said,
        isEmpty ? username : undefined,
        exchange,
      )
    },

    toBeNoChallenge(): void {
      if (isChallenge(answer))
        throw violation('no second-factor challenge', answer, undefined, orOtherKind(run, answer))
    },

    /** The four fields of the challenge with their types (Second-factor challenge response). */
    toBeChallenge(): void {
      suggestSessionFlow(run, answer)
      const wrong = wrongInChallenge(answer)
      if (wrong.length > 0)
        throw unlessMisdeclared(
          violation(aWholeChallenge, answer, wrong.join(', '), orOtherKind(run, answer)),
          answer,
        )
      judgeBehind(answer, 'a challenge and no token', aToken)
    },

    toBeJson(): void {
      if (!claimsJson(answer) || answer.json === undefined)
        throw violation('a JSON body with a JSON content type', answer, contentTypeOf(answer))
    },

    toHaveContentTypeJson(): void {
      if (!claimsJson(answer, /^application\/json$/i))
        throw violation('the content type application/json', answer, contentTypeOf(answer))
    },
  }
}

type GrantOf = (one: Answer) => string | undefined

/** Judges the answer and what follows it on the connection, now and once more when the case is over. */
function mustNotGrant(answer: Answer, wanted: string, grantOf: GrantOf, sent?: string): void {
  const gave = grantOf(answer)
  if (gave !== undefined) throw violation(wanted, answer, forWhat(gave, sent))
  judgeBehind(answer, wanted, grantOf, sent)
}

function judgeBehind(answer: Answer, wanted: string, grantOf: GrantOf, sent?: string): void {
  const { run, trace } = currentCase()
  const judge = () => {
    for (const one of answersBehind(answer, run.secrets)) {
      const gave = grantOf(one)
      if (gave !== undefined)
        throw violation(wanted, answer, `${forWhat(gave, sent)}, from a second answer behind it: ${one.said}`)
    }
  }
  judge()
  const { after } = answer.exchange
  if (after) trace.followed.push({ ended: () => after.ended(), judge })
}

function withoutToken(answer: Answer): Violation {
  const { run } = currentCase()
  return violation('a token', answer, undefined, orFamilyMissing(run, answer) + orOtherKind(run, answer))
}

const aWholeChallenge = 'a challenge with code 101, msg, otp_url and seed'

function wrongInChallenge(answer: Answer): string[] {
  const { json, exchange } = answer
  const missingOr = (name: string, what: string) =>
    `${name} is ${field(json, name) === undefined ? 'missing' : what}`
  return [
    field(json, 'code') === 101 ? undefined : 'code is not the integer 101',
    typeof field(json, 'msg') === 'string' ? undefined : missingOr('msg', 'not a string'),
    ...['otp_url', 'seed'].map((name) =>
      isText(field(json, name)) ? undefined : missingOr(name, 'not a non-empty string'),
    ),
    tokenIn(answer) === undefined ? undefined : 'it carries a token',
    exchange.response.status >= 500 ? 'its status is a 5xx' : undefined,
  ].filter((reason) => reason !== undefined)
}

function contentTypeOf({ exchange }: Answer): string {
  const value = header(exchange.response.headers, 'content-type')
  return value === undefined ? 'no content type' : `content type ${wholeOrLength(value, 100)}`
}

/** Judges any other condition, which `wanted` and `got` describe in words. */
export function holds(condition: boolean, wanted: string, got: string): void {
  currentCase().trace.expectations++
  if (!condition) throw new Violation(wanted, got)
}

/** The most sentences about 5xx answers that a run keeps; only the first is shown. */
export const mostErrors = 100

/** @param sent what was sent, where its request doesn't show it */
export function noteRejection(answer: Pick<Answer, 'exchange' | 'said'>, sent?: string): void {
  const { run, trace, id } = currentCase()
  trace.rejections++
  if (answer.exchange.response.status >= 500 && run.serverErrors.length < mostErrors)
    run.serverErrors.push(`${forWhat(answer.said, sent)}, in the case ${id}`)
}

/** A lockout is longer than the login takes that looks for it, unless the server asks to come back later. */
const shortestLockoutSeconds = 20

/**
 * Makes the violation depend on a last look if a valid login was rejected after invalid ones. The account may be locked
 * out, which a server is free to do, so the look tries a way of logging in that worked before.
 */
function unlessLockedOut(found: Violation, { operation, username }: Answer): Violation {
  const { run, trace } = currentCase()
  const way = username === undefined ? undefined : run.letIn.get(username)
  const account = declaredAccounts(run).find((one) => one.username === username)
  if (operation !== 'login' || !way || !account || run.failedLogins.ofAccount(account.username) === 0)
    return found
  const foundAt = run.clock.now()
  found.confirm = async () => {
    const again = await createApi(run, trace).login(account, { ...way, role: 'twin' })
    const seconds = Math.round((run.clock.now() - foundAt) / 1000)
    if (tokenIn(again) !== undefined) {
      if (seconds < shortestLockoutSeconds) return
      throw new SetupFailed(
        `${account.username} may have been locked out after invalid logins: the next login had to wait for ${seconds} s, and was accepted`,
      )
    }
    const reason = `${account.username} seems to be locked out: a login that worked before is rejected after invalid ones`
    run.failedLogins.bar(account.username, reason)
    throw new SetupFailed(`${reason}. Wait, or lower limits.failedLoginsPerAccount`)
  }
  return found
}

const forWhat = (gave: string, sent: string | undefined): string =>
  sent === undefined ? gave : `${gave}; sent: ${sent}`

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
