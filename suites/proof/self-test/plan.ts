import type { Changed } from './reference-declaration.ts'
import type { Expected } from './expected.ts'
import type { ListedChanges, ListedDefect, ListedVariation, Mode } from './listed-changes.ts'

/** One changed server, and how the suite should judge it. */
export interface Planned {
  kind: 'defect' | 'sequences' | 'variation' | 'combination'
  name: string
  changed: Changed
  /** Runs one case after another (`--jobs 1`). */
  oneByOne?: true
  /** Only sequences of steps show it, and more of them than in other runs. */
  stateful?: true
  /** For sequences: a seed other than the run's. Just the rules that should fail are judged. */
  seed?: number
  /** Why no other change may be in the same server, if so. */
  alone?: string
  replaces: readonly string[]
  /** Variations that the server can't have as well. */
  excludes?: readonly string[]
  expected: Expected
}

/** The same text for the same mode of the server. */
export const modeKey = ({ debug = true, serverVersion = '2.10.0' }: Mode): string =>
  JSON.stringify([debug, serverVersion])

export function planRuns({ defects, variations }: ListedChanges): Planned[] {
  return [
    ...defects.map(({ name, mode, breaks, mayBreak, blocks, stateful, replaces }): Planned => ({
      kind: 'defect',
      name,
      ...(stateful ? { stateful, alone: 'it needs more sequences than others' } : {}),
      replaces,
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

/** Plans a run that looks for a stateful defect with another seed. */
export function sequencesRun(
  { name, mode, breaks, replaces }: ListedDefect,
  seed: number,
  also: Partial<Changed> = {},
): Planned {
  return {
    kind: 'sequences',
    name: `${name} (sequences of seed ${seed})`,
    seed,
    ...(also.declare ? { alone: 'its declaration differs' } : {}),
    changed: { mode, defects: [name], ...also },
    replaces,
    expected: { breaks, others: [] },
  }
}

export function variationRun(kind: Planned['kind'], together: readonly ListedVariation[]): Planned {
  const names = together.map(({ name }) => name)
  return {
    kind,
    name: names.join('+'),
    ...whyAlone(kind, together),
    replaces: together.flatMap(({ replaces }) => replaces),
    excludes: together.flatMap(({ excludes }) => excludes),
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

function whyAlone(kind: Planned['kind'], together: readonly ListedVariation[]): { alone?: string } {
  if (kind === 'combination') return { alone: 'it already is several variations' }
  const lessJudged = together.some(
    ({ breaks, inconclusive, notApplicable, untested, declare }) =>
      [...breaks, ...inconclusive, ...notApplicable, ...untested, ...Object.keys(declare)].length > 0,
  )
  return lessJudged ? { alone: 'less of the others might be judged' } : {}
}
