import type { MfaAccount, Tools } from '../../harness/engine/case/tools.ts'

/** Returns the second account with a second factor if there is one: the cases use up fewer of its failed codes. */
export function secondFactor(tools: Tools): MfaAccount {
  return tools.run.declaration.accounts.mfa2 ? tools.mfaAccount2 : tools.mfaAccount
}

/**
 * Returns that account, for what sends codes with seeds.
 * @throws NotDeclared if the clock can't be moved; NotSupported if challenges are kept in a session
 */
export function secondFactorBySeed(tools: Tools): MfaAccount {
  tools.clock.now()
  tools.api.challengesBySeed()
  return secondFactor(tools)
}
