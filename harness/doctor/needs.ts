import type { Case } from '../engine/case/registry.ts'
import type { Need } from '../engine/case/tools.ts'

/** The field of the declaration that meets each need. */
const fieldOf: Partial<Record<Need, string>> = {
  account: 'accounts.plain',
  account2: 'accounts.plain2',
  mfaLogin: 'accounts.mfa',
  mfaAccount: 'accounts.mfa',
  mfaAccount2: 'accounts.mfa2',
  privateTokenOf: 'privateTokens.plain',
  mfaPrivateToken: 'privateTokens.mfa',
  operator: 'privateTokens.operator',
  accessKey: 'accessKeys[0]',
  accessKey2: 'accessKeys[1]',
  session: 'session',
  debug: 'debug',
  clock: 'clock',
  farClock: 'clock',
}

/** Maps each field to the requirements with a case that can't run without it, in the order of the cases. */
export function requirementsByField(cases: Iterable<Case>): Map<string, string[]> {
  const found = new Map<string, Set<string>>(Object.values(fieldOf).map((field) => [field, new Set()]))
  for (const { needs, requirement } of cases) {
    for (const need of needs) {
      const field = fieldOf[need]
      if (field !== undefined) found.get(field)?.add(requirement)
    }
  }
  return new Map([...found].map(([field, ids]) => [field, [...ids]]))
}

/** Returns the fields of the declaration that meet these needs, without duplicates. */
export const fieldsOf = (needs: readonly Need[]): string[] => [
  ...new Set(needs.flatMap((need) => fieldOf[need] ?? [])),
]
