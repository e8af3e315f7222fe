import type { Changed } from './reference-declaration.ts'
import type { Expected } from './expected.ts'
import type { ListedChanges, ListedVariation } from './listed-changes.ts'

/** One changed server, and what the suite is to say of it. */
export interface Planned {
  kind: 'defect' | 'variation' | 'combination'
  name: string
  changed: Changed
  /** Shown by sequences of steps alone: it takes more of them than other runs do. */
  stateful?: true
  expected: Expected
}

/** A run for each defect and each variation. */
export function planRuns({ defects, variations }: ListedChanges): Planned[] {
  return [
    ...defects.map(({ name, mode, breaks, mayBreak, blocks, stateful }): Planned => ({
      kind: 'defect',
      name,
      ...(stateful ? { stateful } : {}),
      changed: { mode, defects: [name] },
      expected: {
        breaks,
        mayBreak,
        others: blocks.map((requirement) => ({ requirement, verdict: 'inconclusive' })),
      },
    })),
    ...variations.map((variation) => variationRun('variation', [variation])),
  ]
}

/** One run with some variations at once. */
export function variationRun(kind: Planned['kind'], together: readonly ListedVariation[]): Planned {
  const names = together.map(({ name }) => name)
  return {
    kind,
    name: names.join('+'),
    changed: {
      mode: Object.assign({}, ...together.map(({ mode }) => mode)) as ListedVariation['mode'],
      variations: names,
      declare: Object.assign({}, ...together.map(({ declare }) => declare)) as Record<string, unknown>,
    },
    expected: {
      breaks: together.flatMap(({ breaks }) => breaks),
      mayPass: true,
      // Together they may leave more or less to judge, but never make anything fail.
      ...(kind === 'combination' ? { mayBeUnjudged: true as const } : {}),
      others: together.flatMap(({ inconclusive, notApplicable, untested }) => [
        ...inconclusive.map(({ requirement }) => ({ requirement, verdict: 'inconclusive' as const })),
        ...notApplicable.map((requirement) => ({ requirement, verdict: 'not-applicable' as const })),
        ...untested.map((requirement) => ({ requirement, verdict: 'untested' as const })),
      ]),
    },
  }
}
