import { isSecretHeader } from '../../wire/shown/mask-fields.ts'
import { namedHeaders } from './declared-headers.ts'
import type { DeclaredAccount } from './declared-accounts.ts'
import type { Declaration } from './declaration.ts'

/** A declared value that no output may contain, and its field. */
export interface DeclaredSecret {
  value: string
  label: string
}

/**
 * Returns every secret in a declaration, so that it can be masked, and searched for before anything is written. A header is
 * secret if its name says so, or if its value came from a variable or a file. Other headers are addresses, languages and so
 * on.
 */
export function declaredSecrets(declaration: Declaration): DeclaredSecret[] {
  const { accounts, furtherAccounts, privateTokens, accessKeys, session, tls } = declaration
  const secrets: (DeclaredSecret | undefined)[] = []
  const further = Object.entries(furtherAccounts).flatMap(([name, all]) =>
    (all ?? []).map((account: DeclaredAccount, index) => [`${name}[${index + 1}]`, account] as const),
  )
  for (const [name, account] of [...Object.entries(accounts), ...further]) {
    if (!account) continue
    secrets.push({ value: account.password, label: `accounts.${name}.password` })
    if ('otpSecret' in account && account.otpSecret !== undefined)
      secrets.push({ value: account.otpSecret, label: `accounts.${name}.otpSecret` })
  }
  for (const name of ['plain', 'mfa'] as const) {
    const owned = privateTokens[name]
    if (owned) secrets.push({ value: owned.token, label: `privateTokens.${name}.token` })
  }
  for (const [index, key] of (accessKeys || []).entries()) {
    secrets.push({ value: key.keySecret, label: `accessKeys[${index}].keySecret` })
  }
  if (session && session.cookie !== undefined)
    secrets.push({ value: session.cookie, label: 'session.cookie' })
  for (const { path, name, value } of namedHeaders(declaration)) {
    const field = path.join('.')
    if (isSecretHeader(name) || declaration.filledHeaders?.includes(field))
      secrets.push({ value, label: `headers.${field}` })
  }
  // The first and last lines of a key are the same for all keys, so they are not secret.
  if (tls.key !== undefined)
    secrets.push({ value: tls.key.replaceAll(/-----[\w ]+-----|\s/g, ''), label: 'tls.key' })
  return secrets.filter((secret) => secret !== undefined)
}
