import { BudgetSpent, NeverAccepted } from '../outcomes.ts'

/** What the ledger of failed logins knows about an account. */
export interface Known {
  inAll: number
  /** How many of `inAll` got no answer. */
  unanswered: number
  /** How many of `inAll` were valid logins or codes that were rejected. */
  validRejected: number
  hadSecondStep: boolean
  codesRejected: number
  /** A way that worked before was rejected after invalid attempts. */
  mayBeLocked: boolean
}

/** The error for an account that was let in before, and has no failed logins left. */
export const noneLeftFor = (account: Known, username: string, perAccount: number): BudgetSpent =>
  new BudgetSpent(
    account.mayBeLocked
      ? `${username} seems to be locked out: a login that worked before was rejected after invalid ones. Wait, or lower limits.failedLoginsPerAccount`
      : `the account ${username} has no failed logins left (limits.failedLoginsPerAccount is ${perAccount})${withoutAnswer(account)}${withoutCode(account, username) || withValid(account)}`,
  )

/** The error for an account whose declaration was rejected and never accepted. */
export const notUsed = (account: Known, username: string): NeverAccepted =>
  new NeverAccepted(
    account.unanswered === account.inAll
      ? `no login of ${username} was ever answered, so this run no longer uses the account. If the server is slow, raise limits.timeoutMs`
      : `the declared credentials of ${username} were rejected ${times(account.inAll - account.unanswered)} and never accepted, so this run no longer uses them. Run conformance doctor`,
  )

/** The error for an account whose valid codes were rejected, and none ever accepted. */
export const noMoreCodes = ({ codesRejected }: Known, username: string): NeverAccepted =>
  new NeverAccepted(
    `${codesRejected} valid codes of ${username} were rejected and none was ever accepted, so this run sends no more. Its declared otpSecret, digits, period or otpCommand may be wrong: run conformance doctor`,
  )

const withoutAnswer = ({ unanswered }: Known): string =>
  unanswered === 0
    ? ''
    : `; a login without an answer, which came ${times(unanswered)}, counts as a failed one`

/** A server that restarts may forget seeds that it gave. */
const withValid = ({ validRejected }: Known): string =>
  validRejected === 0
    ? ''
    : `; a rejected valid login or code, which came ${times(validRejected)}, counts too`

/** A hint that the account's codes may be the reason, in which case higher limits don't help. */
const withoutCode = ({ codesRejected, hadSecondStep }: Known, username: string): string =>
  !hadSecondStep && codesRejected > 0
    ? `; no code of ${username} was accepted so far, so its otpSecret may be wrong: run conformance doctor`
    : ''

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)
