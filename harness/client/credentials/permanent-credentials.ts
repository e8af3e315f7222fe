import type { Declaration } from '../../subject/declaration/declaration.ts'
import { privateToken, signature, type Credential } from './credentials.ts'

/** Returns the declared credentials that no hour ends: private tokens, then access keys. */
export function permanentCredentials({
  privateTokens,
  accessKeys,
}: Pick<Declaration, 'privateTokens' | 'accessKeys'>): Credential[] {
  const held = [privateTokens.plain, privateTokens.mfa].flatMap((one) => one || [])
  return [
    ...held.map(({ token, username }) => privateToken(token, username)),
    ...(accessKeys || []).map((key) => signature(key)),
  ]
}
