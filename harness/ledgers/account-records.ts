import type { Attempt } from './attempt.ts'
import type { Known } from './why-no-room.ts'

/** What the ledger of failed logins keeps about an account. */
export interface AccountRecord extends Known {
  /** Rejections since the last token. */
  inARow: number
  /** Pending attempts that did not work before. */
  underWay: number
  /** True if one of its logins ever got a token or a challenge. */
  accepted: boolean
  /** True if its last second step was accepted. */
  codeAccepted: boolean
  /** Ways in which a valid attempt was rejected, and not accepted since. */
  closed: Set<string>
  /** Ways in which the last valid attempt was accepted. */
  open: Set<string>
}

const newRecord = (): AccountRecord => ({
  inARow: 0,
  inAll: 0,
  underWay: 0,
  unanswered: 0,
  validRejected: 0,
  accepted: false,
  codeAccepted: false,
  hadSecondStep: false,
  codesRejected: 0,
  mayBeLocked: false,
  closed: new Set(),
  open: new Set(),
})

export function createAccountRecords() {
  const records = new Map<string, AccountRecord>()
  /** Open ways without the account: what worked for one account is likely to work for another that was let in at all. */
  const openToSome = new Set<string>()
  const withoutAccount = ({ owner = '', way = '' }: Attempt) => way.slice(owner.length)
  const find = (username: string | undefined) => (username === undefined ? undefined : records.get(username))
  return {
    /** Returns the account's record; undefined before its first attempt. */
    find,
    /** Returns the account's record, which begins with its first attempt; undefined if there is no account. */
    begin(username: string | undefined): AccountRecord | undefined {
      if (username === undefined) return undefined
      const record = records.get(username) ?? newRecord()
      records.set(username, record)
      return record
    },
    /** True if a valid attempt is likely to be accepted: the last one like it was. */
    workedBefore(attempt: Attempt): boolean {
      const { owner, way } = attempt
      const record = find(owner)
      if (way === undefined || !record?.accepted || record.closed.has(way)) return false
      return record.open.has(way) || openToSome.has(withoutAccount(attempt))
    },
    opened(record: AccountRecord, attempt: Attempt & { way: string }): void {
      record.closed.delete(attempt.way)
      record.open.add(attempt.way)
      openToSome.add(withoutAccount(attempt))
    },
    closed(record: AccountRecord, attempt: Attempt & { way: string }): void {
      record.closed.add(attempt.way)
      record.open.delete(attempt.way)
      openToSome.delete(withoutAccount(attempt))
    },
  }
}

export type AccountRecords = ReturnType<typeof createAccountRecords>

/** What others ask about an account. */
export const questionsAbout = ({ find }: AccountRecords) => ({
  /** True if a login of this account ever got a token or a challenge. */
  wasAccepted: (username: string): boolean => find(username)?.accepted ?? false,
  /** True if a second step of this account was ever accepted. */
  hadSecondStep: (username: string): boolean => find(username)?.hadSecondStep ?? false,
  /** True if the last second step of this account was accepted. A password may have been rejected since. */
  codeAccepted: (username: string): boolean => find(username)?.codeAccepted ?? false,
  /** Number of valid codes of this account that were rejected. */
  codesRejected: (username: string): number => find(username)?.codesRejected ?? 0,
  /** Number of rejections of this account in the whole run. */
  ofAccount: (username: string): number => find(username)?.inAll ?? 0,
})
