import type { MfaAccount, Tools } from '../../harness/engine/tools.ts'

/** The second account with a second factor where there is one: the cases leave it more of its failed codes. */
export function secondFactor(tools: Tools): MfaAccount {
  return tools.run.declaration.accounts.mfa2 ? tools.mfaAccount2 : tools.mfaAccount
}
