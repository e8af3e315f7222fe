import type { Case } from '../engine/registry.ts'
import type { Need } from '../engine/tools.ts'

/** The field of the declaration behind a need. */
const fieldOf: Partial<Record<Need, string>> = {
  account: 'accounts.plain',
  account2: 'accounts.plain2',
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

/** The requirements that have a case which can't be carried out without each field, in the order of the cases. */
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

/** The fields of the declaration behind some needs, each once. */
export const fieldsOf = (needs: readonly Need[]): string[] => [
  ...new Set(needs.flatMap((need) => fieldOf[need] ?? [])),
]
