import { expect } from '../../harness/engine/case/expect.ts'
import type { CaseOptions } from '../../harness/engine/case/registry.ts'
import type { CaseBody, Need, ToolsFor } from '../../harness/engine/case/tools.ts'
import type { Answer } from '../../harness/client/answer.ts'
import type { LoginAccount, LoginOptions, ListOptions } from '../../harness/client/api-options.ts'
import type { Credential } from '../../harness/client/credentials/credentials.ts'
import { atOnce } from '../../harness/client/at-once.ts'
import { families, type Family, type Way } from '../../harness/facts/families.ts'
import type { RequirementId } from '../catalogue/index.ts'
import { withCharset } from './with-charset.ts'
import { requirement } from './requirement.ts'
import { handsOutNothing, startsNoSession } from '../wrong-values/opens-nothing.ts'

/** An invalid request: its change, for messages; the credential or account; and whatever else is special about it. */
type InvalidList = readonly [what: string, credential: Credential | undefined, options?: ListOptions]
type InvalidLogin = readonly [what: string, account: LoginAccount, options?: LoginOptions]

export interface ListPair {
  /** Opens the list, before the invalid ones and after them. */
  valid: Credential
  /** Sent at the same moment. */
  invalid: Iterable<InvalidList>
  /** How all of them are sent. */
  sent?: ListOptions
}

export interface LoginPair {
  /** Gets a token, before the invalid ones and after them. */
  valid: LoginAccount
  invalid: Iterable<InvalidLogin>
  way?: Partial<Way>
  /** Adds a charset to the content type, as few cases do, if the server accepts such a login. */
  charset?: true
}

type Options<Needs extends Need> = CaseOptions<RequirementId, Needs> & { changed: string }
type Made<T> = T | Promise<T>

const isRejected = (answer: Answer, what: string): void => expect(answer).toBeRejected(what)

/**
 * Defines a case for each user list: the server must reject the same request with one thing changed, and accept the
 * unchanged request before and after it.
 * @param title the situation, on one list
 * @param judge how each invalid request is judged; by default it must be rejected
 */
export function rejectedList<Needs extends Need = never>(
  id: RequirementId,
  title: (family: Family) => string,
  options: Options<Needs>,
  pair: (tools: ToolsFor<Needs>, family: Family) => Made<ListPair>,
  judge: (answer: Answer, what: string) => void = isRejected,
): void {
  for (const family of families) {
    const body: CaseBody<Needs> = async (tools) => {
      const { valid, invalid, sent = {} } = await pair(tools, family)
      await tools.api.betweenLists(family, valid, sent, async () => {
        // Judges each answer as it comes, so that one that never comes hides no other.
        const answers = await atOnce(tools.run, [...invalid], async ([what, credential, more = {}]) => {
          const answer = await tools.api.list(family, credential, { ...sent, ...more })
          judge(answer, what)
          return answer
        })
        if (judge === isRejected) await startsNoSession(tools.api, family, answers)
      })
    }
    requirement(id, title(family), options, body)
  }
}

/**
 * Defines a case for a login: with one thing changed, it must return no token, challenge or session; the unchanged login
 * must succeed before and after it. Several pairs run one after the other. Left out if rejected logins are limited, unless the
 * options say which of them it takes.
 */
export function rejectedLogin<Needs extends Need = never>(
  id: RequirementId,
  title: string,
  options: Options<Needs>,
  pairs: (tools: ToolsFor<Needs>) => Made<LoginPair | readonly LoginPair[]>,
): void {
  const body: CaseBody<Needs> = async (tools) => {
    const { api } = tools
    // What is not declared is missing whatever the limits are.
    for (const need of options.needs ?? []) void tools[need]
    if (!options.rejects) api.leftOutUnderLimits()
    for (const { valid, invalid, way = {}, charset } of [await pairs(tools)].flat()) {
      const sent = charset ? await withCharset(tools, valid, way) : way
      await api.betweenLogins(valid, sent, async () => {
        for (const [what, account, more = {}] of invalid) {
          const answer = await api.login(account, { ...sent, ...more })
          expect(answer).toEarnNothing(what)
          // Beside a credential, the server may name that again, or renew its session.
          if (!more.headers) await handsOutNothing(api, answer)
        }
      })
    }
  }
  requirement(id, title, options, body)
}
