import type { PlayedOperation } from '../../harness/client-judge/played.ts'
import { whyNoList } from '../../harness/client-judge/adapter.ts'
import { placesOfRecords, recordsAt, type UserRecord } from '../../harness/facts/user-list.ts'
import { text } from '../../harness/client-judge/read-calls.ts'
import { jsonIn } from '../../harness/wire/shown/json-in.ts'
import { whatIsWrongInForm } from './web-form.ts'
import { broken, callsOf, isWithCredential, kept, type Call, type Reading } from './obligation.ts'

/**
 * The client returned the list: as many records as there are users, each with its username. Undefined if that can't be
 * told, or if it requested no list: one from a cache shows nothing.
 */
export function succeeded(reading: Reading, list: PlayedOperation) {
  const calls = callsOf(reading, list)
  const { usernames } = reading.played.identities
  if (usernames === undefined && list.reply.kind === 'error' && givenRecords(list).length === 0)
    return undefined
  const wrong = whatIsWrong(list, usernames)
  if (wrong !== undefined) {
    const form = whatIsWrongInForm(reading, list)
    return broken(
      'the list of users',
      wrong + lastWords(reading, list) + (form === undefined ? '' : `; in the web login's form, ${form}`),
      ...calls,
    )
  }
  if (wasGiven(list, usernames)) return kept(...calls)
  const isNew = ({ request, answer }: Call) => request.method === 'GET' && answer?.status !== 304
  return !requestsFor(reading, list).some(isNew)
    ? undefined
    : broken(
        'the list of users',
        'the client answered ok with users that no response to this operation has: it showed an earlier list',
        ...calls,
      )
}

/** What a client that ended wrote to stderr, in one line: the last one about an error, which a stack may follow. */
function lastWords({ played: { said } }: Reading, { reply }: PlayedOperation): string {
  if (reply.kind !== 'fault' || !reply.fault.startsWith('ended ') || said === '') return ''
  const lines = said.split('\n')
  return `; its stderr says: ${lines.findLast((line) => /error|exception/i.test(line)) ?? lines.at(-1)}`
}

/** The requests for a list in this operation; a client with a cache need not send any. */
export const requestsFor = (reading: Reading, list: PlayedOperation): Call[] =>
  callsOf(reading, list).filter((call) => call.kind === 'list' && isWithCredential(call))

/** True if the server sent every user while the list was requested. Without known usernames, records have been compared. */
function wasGiven({ exchanges }: PlayedOperation, usernames: readonly string[] | undefined): boolean {
  if (usernames === undefined) return true
  const given = exchanges
    .filter(({ at, answer }) => at === 'api' && answer !== undefined)
    .map(({ answer }) => JSON.stringify(jsonIn(text(answer?.body ?? Buffer.alloc(0)))) ?? '')
  return usernames.every((name) => given.some((one) => one.includes(JSON.stringify(name).slice(1, -1))))
}

/** @param usernames everyone in the list; if absent, the server's answers tell */
export function whatIsWrong(list: PlayedOperation, usernames?: readonly string[]): string | undefined {
  const { reply } = list
  switch (reply.kind) {
    case 'error':
      return `the client failed: ${reply.error || 'no reason given'}`
    case 'fault':
      return `the client ${reply.fault}`
    case 'unsupported':
      return 'the client does not support listing users'
    case 'ok': {
      const { users } = reply
      if (!Array.isArray(users)) return `the client answered ok, but ${whyNoList(users)}`
      if (usernames === undefined) return whatIsMissing(users, givenRecords(list))
      if (users.length !== usernames.length)
        return `the client answered with ${counted(users.length)}; the server gave ${usernames.length}`
      const texts = users.map((user) => JSON.stringify(user))
      const missing = usernames.filter(
        (name) => !texts.some((one) => one.includes(JSON.stringify(name).slice(1, -1))),
      )
      if (missing.length === 0) return undefined
      const isBeyond = missing.every((name) => /[^ -~]/.test(name))
      return (
        areMissing(missing.length) +
        (isBeyond ? ', whose name has a letter beyond ASCII: it is in UTF-8' : '')
      )
    }
  }
}

/** Returns the records that the server sent while the list was requested. */
function givenRecords({ exchanges }: PlayedOperation): UserRecord[] {
  const bodies = exchanges.flatMap(({ at, answer }) =>
    at === 'api' && answer && answer.status < 300 ? [jsonIn(text(answer.body))] : [],
  )
  const all = bodies.flatMap((body) => {
    const [place] = placesOfRecords(body)
    return place ? recordsAt(body, place) : []
  })
  return [...new Map(all.map((record) => [JSON.stringify(record), record])).values()]
}

/** Looks for each record by a text or number that no other record has. */
function whatIsMissing(users: readonly unknown[], records: readonly UserRecord[]): string | undefined {
  if (records.length === 0) return `the client answered with ${counted(users.length)}; the server gave none`
  if (users.length !== records.length)
    return `the client answered with ${counted(users.length)}; the server gave ${records.length}`
  const answered = JSON.stringify(users)
  const own = records.map((record) => Object.values(record).flatMap(scalar))
  const missing = own.filter(
    (values, at) =>
      !values.some(
        (value) =>
          answered.includes(value) && own.every((other, index) => index === at || !other.includes(value)),
      ),
  )
  return missing.length === 0 ? undefined : areMissing(missing.length)
}

const counted = (users: number) => `${users} user${users === 1 ? '' : 's'}`

const areMissing = (users: number) =>
  `${users} of the users that the server gave ${users === 1 ? 'is' : 'are'} missing`

const scalar = (value: unknown): string[] =>
  typeof value === 'string' || typeof value === 'number' ? [JSON.stringify(value).replace(/^"|"$/g, '')] : []

/** The operation failed, and the client said so. */
export function failed(reading: Reading, list: PlayedOperation) {
  const calls = callsOf(reading, list)
  const { reply } = list
  if (reply.kind === 'error') return kept(...calls)
  const got =
    reply.kind === 'ok'
      ? `it answered ok with ${Array.isArray(reply.users) ? counted(reply.users.length) : 'no list of users'}`
      : reply.kind === 'fault'
        ? `it ${reply.fault}`
        : 'it does not support listing users'
  return broken('"ok": false', got, ...calls)
}

/** True if a list operation succeeded, so that what follows it means something. */
export const isFine = (reading: Reading, list: PlayedOperation | undefined): boolean =>
  list !== undefined && whatIsWrong(list, reading.played.identities.usernames) === undefined
