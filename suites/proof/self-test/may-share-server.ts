import { modeKey, type Planned } from './plan.ts'

/**
 * True if one server can have both changes and each verdict still belongs to one of them: they touch different
 * requirements. They also replace different parts of the server. Otherwise, one might undo the other, which for two
 * variations no verdict would show.
 */
export function mayShareServer(one: Planned, other: Planned): boolean {
  return (
    one !== other &&
    one.alone === undefined &&
    other.alone === undefined &&
    one.kind === other.kind &&
    one.seed === other.seed &&
    one.oneByOne === other.oneByOne &&
    modeKey(one.changed.mode) === modeKey(other.changed.mode) &&
    !meet(touched(one), touched(other)) &&
    !meet(one.replaces, other.replaces) &&
    !meet(one.excludes, other.changed.variations) &&
    !meet(other.excludes, one.changed.variations)
  )
}

/** The requirements that may be judged differently because of a change. */
const touched = ({ expected: { breaks, mayBreak = [], others } }: Planned) =>
  [...breaks, ...mayBreak, ...others].map(({ requirement }) => requirement)

const meet = (some: readonly string[] = [], others: readonly string[] = []): boolean =>
  some.some((each) => others.includes(each))
