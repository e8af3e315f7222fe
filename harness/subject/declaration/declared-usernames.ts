import type { Declaration } from './declaration.ts'

/** Returns the name of each declared account, and of each owner of a private token or an access key. */
export function declaredUsernames({
  accounts,
  furtherAccounts,
  privateTokens,
  accessKeys,
}: Pick<Declaration, 'accounts' | 'furtherAccounts' | 'privateTokens' | 'accessKeys'>): Set<string> {
  const owners = [
    ...Object.values(accounts),
    ...Object.values(furtherAccounts).flat(),
    privateTokens.plain,
    privateTokens.mfa,
    ...(accessKeys || []),
  ]
  return new Set(owners.flatMap((owner) => (owner ? [owner.username] : [])))
}
