import type { Planned } from './plan.ts'

/** Plans one run with the changes of all members, which should be judged as all of them are one by one. */
export function plantTogether(members: readonly [Planned, ...Planned[]]): Planned {
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
