import type { PlayedOperation } from '../../harness/client-judge/played.ts'
import { broken, callsOf, kept, type Reading } from './obligation.ts'

/** The list came: as many records as there are users, each with its user name. */
export function succeeded(reading: Reading, list: PlayedOperation) {
  const calls = callsOf(reading, list)
  const wrong = whatIsWrong(list, reading.played.identities.usernames)
  return wrong === undefined ? kept(...calls) : broken('the list of users', wrong, ...calls)
}

export function whatIsWrong({ reply }: PlayedOperation, usernames: readonly string[]): string | undefined {
  switch (reply.kind) {
    case 'error':
      return `the client failed: ${reply.error || 'without a reason'}`
    case 'fault':
      return `the client ${reply.fault}`
    case 'unsupported':
      return 'the client does not support it'
    case 'ok': {
      const { users } = reply
      if (!Array.isArray(users)) return 'the client answered ok without "users", a list'
      if (users.length !== usernames.length)
        return `the client answered ${users.length} users; the server gave ${usernames.length}`
      const texts = users.map((user) => JSON.stringify(user))
      const missing = usernames.filter(
        (name) => !texts.some((one) => one.includes(JSON.stringify(name).slice(1, -1))),
      )
      return missing.length === 0
        ? undefined
        : `${missing.length} of the users that the server gave are missing`
    }
  }
}

/** It ended as a failure, and said so. */
export function failed(reading: Reading, list: PlayedOperation) {
  const calls = callsOf(reading, list)
  const { reply } = list
  if (reply.kind === 'error') return kept(...calls)
  const got =
    reply.kind === 'ok'
      ? `it answered ok with ${Array.isArray(reply.users) ? `${reply.users.length} users` : 'no list of users'}`
      : reply.kind === 'fault'
        ? `it ${reply.fault}`
        : 'it does not support it'
  return broken('"ok": false', got, ...calls)
}

/** Whether a list operation went well, so that what comes after it says something. */
export const isFine = (reading: Reading, list: PlayedOperation | undefined): boolean =>
  list !== undefined && whatIsWrong(list, reading.played.identities.usernames) === undefined
