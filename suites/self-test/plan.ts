import type { Changed } from './reference-declaration.ts'
import type { Expected } from './expected.ts'
import type { ListedChanges } from './listed-changes.ts'

/** One changed server, and what the suite is to say of it. */
export interface Planned {
  kind: 'defect' | 'variation'
  name: string
  changed: Changed
  expected: Expected
}

/** A run for each defect and each variation. */
export function planRuns({ defects, variations }: ListedChanges): Planned[] {
  return [
    ...defects.map(({ name, mode, breaks, blocks }): Planned => ({
      kind: 'defect',
      name,
      changed: { mode, defects: [name] },
      expected: {
        breaks,
        others: blocks.map((requirement) => ({ requirement, verdict: 'inconclusive' })),
      },
    })),
    ...variations.map((variation): Planned => {
      const { name, mode, declare, breaks, inconclusive, notApplicable, untested } = variation
      return {
        kind: 'variation',
        name,
        changed: { mode, variations: [name], declare },
        expected: {
          breaks,
          mayPass: true,
          others: [
            ...inconclusive.map(({ requirement }) => ({ requirement, verdict: 'inconclusive' as const })),
            ...notApplicable.map((requirement) => ({ requirement, verdict: 'not-applicable' as const })),
            ...untested.map((requirement) => ({ requirement, verdict: 'untested' as const })),
          ],
        },
      }
    }),
  ]
}
