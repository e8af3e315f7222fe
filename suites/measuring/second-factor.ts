import type { MfaAccount, Tools } from '../../harness/engine/tools.ts'

/** Returns the second account with a second factor if there is one: the cases use up fewer of its failed codes. */
export function secondFactor(tools: Tools): MfaAccount {
  return tools.run.declaration.accounts.mfa2 ? tools.mfaAccount2 : tools.mfaAccount
}
