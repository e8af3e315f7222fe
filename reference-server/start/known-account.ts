import type { Parts } from '../server/parts.ts'
import type { KnownAccount } from '../server/running-server.ts'
import { UsageError } from '../common/usage-error.ts'

/** Throws UsageError for a username that is neither a demo account nor in the seed file. */
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
