import type { Declaration } from '../../subject/declaration/declaration.ts'
import { declaredSecrets } from '../../subject/declaration/declared-secrets.ts'
import { createSecrets, type Secrets } from '../../wire/shown/masking.ts'
import type { Secret } from '../../wire/shown/recent-secrets.ts'

/** The secrets of a run: those that are declared, and those that it learns. */
export function createRunSecrets(declaration: Declaration): {
  secrets: Secrets
  knownSecrets: () => Secret[]
} {
  const known = new Map<string, Secret>()
  const masking = createSecrets()
  const secrets: Secrets = {
    ...masking,
    add(value, label) {
      masking.add(value, label)
      known.set(`${label}: ${value}`, { value, label })
    },
  }
  for (const { value, label } of declaredSecrets(declaration)) secrets.add(value, label)
  return { secrets, knownSecrets: () => [...known.values()] }
}
