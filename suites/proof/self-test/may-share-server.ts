import { modeKey, type Planned } from './plan.ts'

/**
 * True if one server can have both changes and each verdict still belongs to one of them: what one makes fail, the other
 * doesn't touch.
 */
export function mayShareServer(one: Planned, other: Planned): boolean {
  return (
    one !== other &&
    one.alone === undefined &&
    other.alone === undefined &&
    one.kind === other.kind &&
    one.stateful === other.stateful &&
    one.seed === other.seed &&
    modeKey(one.changed.mode) === modeKey(other.changed.mode) &&
    !meet(failing(one), touched(other)) &&
    !meet(touched(one), failing(other)) &&
    (one.kind !== 'variation' || keepOutOfTheWay(one, other))
  )
}

const failing = ({ expected: { breaks, mayBreak = [] } }: Planned) =>
  [...breaks, ...mayBreak].map(({ requirement }) => requirement)

const touched = (one: Planned) => [
  ...failing(one),
  ...one.expected.others.map(({ requirement }) => requirement),
]

/** No verdict shows that a variation was undone by another, so they replace different parts of the server. */
function keepOutOfTheWay(one: Planned, other: Planned): boolean {
  return (
    !meet(one.replaces, other.replaces) &&
    !meet(one.excludes, other.changed.variations) &&
    !meet(other.excludes, one.changed.variations)
  )
}

const meet = (some: readonly string[] = [], others: readonly string[] = []): boolean =>
  some.some((each) => others.includes(each))
