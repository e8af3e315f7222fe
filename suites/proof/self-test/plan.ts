import type { Changed } from './reference-declaration.ts'
import type { Expected } from './expected.ts'
import type { ListedChanges, ListedVariation } from './listed-changes.ts'

/** One changed server, and how the suite should judge it. */
export interface Planned {
  kind: 'defect' | 'variation' | 'combination'
  name: string
  changed: Changed
  /** Only sequences of steps show it, and more of them than in other runs. */
  stateful?: true
  expected: Expected
}

/** Plans a run for each defect and each variation. */
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

/** Plans one run with several variations at once. */
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
      // Combined, they may leave more or less to judge, but never make anything fail.
      ...(kind === 'combination' ? { mayBeUnjudged: true as const } : {}),
      others: together.flatMap(({ inconclusive, notApplicable, untested }) => [
        ...inconclusive.map(({ requirement }) => ({ requirement, verdict: 'inconclusive' as const })),
        ...notApplicable.map((requirement) => ({ requirement, verdict: 'not-applicable' as const })),
        ...untested.map((requirement) => ({ requirement, verdict: 'untested' as const })),
      ]),
    },
  }
}
