import type { Parts } from './parts.ts'
import { UsageError } from './usage-error.ts'

/** What opens the server as one of the accounts that it knows from its start. */
export interface KnownAccount {
  username: string
  password: string
  /** The one-time code that is right now; undefined without a second factor. It is accepted once. */
  oneTimeCode: string | undefined
  privateToken: string | undefined
  accessKeys: { keyId: string; keySecret: string }[]
}

/** Throws UsageError for a user name that is none of the demonstration's, or of the seed file's. */
export function knownAccount(parts: Parts, username: string): KnownAccount {
  const { accounts, privateTokens, accessKeys } = parts.demo
  const account = accounts.find((one) => one.username === username)
  if (!account) {
    const names = accounts.map((one) => one.username).join(', ')
    throw new UsageError(`there is no account "${username}"; there are ${names}`)
  }
  const { password, otp } = account
  return {
    username,
    password,
    oneTimeCode: otp && parts.oneTimeCodes.codeAt(otp, parts.oneTimeCodes.currentStep(otp)),
    privateToken: privateTokens.find((one) => one.username === username)?.token,
    accessKeys: accessKeys
      .filter((one) => one.username === username)
      .map(({ keyId, keySecret }) => ({ keyId, keySecret })),
  }
}
