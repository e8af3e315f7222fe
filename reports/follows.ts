import { isKnown } from './explain-baseline.ts'
import type { ReportedCase, ReportedRequirement } from './report.ts'

/**
 * A rule whose failure makes others fail, if one of its cases shows that the server lets in more than the others test. Only
 * sure ones are listed: no failures that may have another cause.
 */
interface Cause {
  root: string
  /** True if this failed case of the root is the proof. */
  shows: (each: ReportedCase) => boolean
  /** True if a failure follows, given the same answer at the same place. */
  explains: (requirement: string, each: ReportedCase) => boolean
}

/** Rules about signatures that don't verify, for any reason. */
const unverified = [
  'wrong-secret',
  'other-keys-signature',
  'other-request',
  'method-bound',
  'path-bound',
  'query-bound',
  'accept-bound',
  'date-bound',
  'host-bound',
  'header-bound',
  'missing-header',
  'cut',
].map((name) => `signature.${name}`)

/** The widest first: a cause that follows from another one explains nothing more. */
const causes: readonly Cause[] = [
  {
    // A server that lists without credentials lists with invalid ones too.
    root: 'anonymous.no-credentials',
    shows: ({ changed }) => changed === 'no credentials are sent',
    explains: () => true,
  },
  {
    // A scheme word that no server knows was accepted: the header isn't read.
    root: 'anonymous.no-credentials',
    shows: ({ got }) => got?.includes('sent: an unknown scheme word') === true,
    explains: (_, { got }) => got?.includes(' (Authorization: ') === true,
  },
  {
    // A signature of zeros was accepted: no signature is verified.
    root: 'signature.wrong-signature',
    shows: ({ id }) => id.includes('/all-zero-on-'),
    explains: (requirement) => unverified.includes(requirement),
  },
  {
    // Use or a login extends the hour: a token that was used in between outlives it, even if an unused one doesn't.
    root: 'token.fixed-hour',
    shows: ({ wanted }) => wanted?.startsWith('a rejection') === true,
    explains: (requirement, { id }) =>
      requirement === 'token.void-after-hour' && id.includes('/at-any-instant'),
  },
]

/** The rules that these causes name; a test checks that they exist. */
export const rulesOfCauses: readonly string[] = [
  ...causes.map(({ root }) => root),
  ...unverified,
  'token.void-after-hour',
]

/**
 * Maps each failed rule that follows from another failed rule to that root. A rule follows only if each of its failures is
 * explained: the server granted the same at the same place, to requests that the root shows it lets in. Changes no verdict.
 */
export function followsFrom(requirements: readonly ReportedRequirement[]): ReadonlyMap<string, string> {
  const failed = requirements.filter(({ verdict }) => verdict === 'fail')
  const follows = new Map<string, string>()
  for (const id of new Set(causes.map(({ root }) => root))) {
    const root = failed.find((one) => one.id === id)
    if (!root || follows.has(id)) continue
    const own = causes.filter((cause) => cause.root === id)
    for (const one of failed) {
      const isOpen = one !== root && !follows.has(one.id)
      // A new failure does not follow from one that the baseline knows.
      if (isOpen && isKnown(one) === isKnown(root) && isExplained(one, root, own)) follows.set(one.id, id)
    }
  }
  return follows
}

function isExplained(one: ReportedRequirement, root: ReportedRequirement, own: readonly Cause[]): boolean {
  return failuresOf(one).every((each) =>
    own.some(
      (cause) =>
        cause.explains(one.id, each) &&
        failuresOf(root).some((shown) => cause.shows(shown) && isSameGrant(shown, each)),
    ),
  )
}

const failuresOf = ({ cases }: ReportedRequirement): ReportedCase[] =>
  cases.filter(({ verdict }) => verdict === 'fail')

/** True if two failures wanted the same from the same path, and got the same kind of answer. */
function isSameGrant(one: ReportedCase, other: ReportedCase): boolean {
  const place = grantOf(one)
  return place !== undefined && one.wanted === other.wanted && place === grantOf(other)
}

/** Method and path of a judged answer that granted something, marked if a second answer behind it did; else undefined. */
function grantOf({ got }: ReportedCase): string | undefined {
  const [request = '', answer] = got?.split(' answered ', 2) ?? []
  const [method = '', target = ''] = request.split(' ')
  if (answer === undefined || !target.startsWith('/')) return undefined
  const place = `${method} ${target.split('?')[0]}`
  if (answer.startsWith('2')) return place
  return got?.includes('from a second answer behind it') === true ? `${place}, behind` : undefined
}
