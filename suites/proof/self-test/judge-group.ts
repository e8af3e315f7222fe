import { isWrong, type Finding } from './findings.ts'
import type { Planned } from './plan.ts'

export interface JudgedGroup {
  /** One for each member, and one for legal differences of which only several together make a rule fail. */
  findings: Finding[]
  /** What runs with several members showed, if it was not what these should show; the findings don't depend on it. */
  split: readonly Finding[]
}

/**
 * Judges all members in one server. If a single verdict is not as expected, or the run has a fault, judges each half of
 * them instead, down to a single one: members may only have disturbed each other, or one may have hidden what is wrong with
 * another.
 */
export async function judgeGroup(
  members: readonly Planned[],
  judge: (planned: Planned) => Promise<Finding>,
): Promise<JudgedGroup> {
  const [first, ...others] = members
  if (!first) return { findings: [], split: [] }
  if (others.length === 0) return { findings: [await judge(first)], split: [] }
  const found = await judge(plantTogether([first, ...others]))
  if (isWrong(found)) {
    const half = Math.ceil(members.length / 2)
    const halves = [members.slice(0, half), members.slice(half)]
    const judged = await Promise.all(halves.map((some) => judgeGroup(some, judge)))
    const findings = judged.flatMap((half) => half.findings)
    const split = judged.flatMap((half) => half.split)
    // What is legal stays so beside others: together they may leave less to judge, but nothing fails.
    const failTogether = first.kind === 'variation' && failsWrongly(found) && !findings.some(isWrong)
    return failTogether ? { findings: [...findings, found], split } : { findings, split: [found, ...split] }
  }
  return { findings: members.map((one) => shareOf(found, one, members)), split: [] }
}

const failsWrongly = ({ mismatches }: Finding): boolean =>
  mismatches.some(({ got }) => got.startsWith('fail'))

/** What a run with all members shows about one of them: the failures of the requirements that only it touches. */
function shareOf(found: Finding, { name, expected }: Planned, members: readonly Planned[]): Finding {
  const { breaks, mayBreak = [] } = expected
  const own = new Set([...breaks, ...mayBreak].map(({ requirement }) => requirement))
  const { caughtBy } = found
  return {
    ...found,
    name,
    durationMs: Math.round(found.durationMs / members.length),
    together: members.map((one) => one.name).filter((other) => other !== name),
    ...(caughtBy && { caughtBy: caughtBy.filter((failure) => own.has(failure.case.split('/')[0] ?? '')) }),
  }
}

/** Plans one run with the changes of all members, which should be judged as all of them are one by one. */
function plantTogether(members: readonly [Planned, ...Planned[]]): Planned {
  const [{ kind, seed, oneByOne, changed, expected }] = members
  const all = members.map((one) => one.expected)
  return {
    kind,
    name: members.map(({ name }) => name).join('+'),
    ...(seed === undefined ? {} : { seed }),
    ...(oneByOne ? { oneByOne } : {}),
    changed: {
      mode: changed.mode,
      defects: members.flatMap((one) => one.changed.defects ?? []),
      variations: members.flatMap((one) => one.changed.variations ?? []),
    },
    replaces: members.flatMap(({ replaces }) => replaces),
    expected: {
      ...(expected.mayPass ? { mayPass: true } : {}),
      breaks: all.flatMap(({ breaks }) => breaks),
      mayBreak: all.flatMap(({ mayBreak = [] }) => mayBreak),
      others: all.flatMap(({ others }) => others),
    },
  }
}
