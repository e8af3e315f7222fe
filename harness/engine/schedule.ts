import type { Case, Phase } from './registry.ts'

/** What they wait for, and what each may do to the server, sets their order. */
export const order: readonly Phase[] = ['plain', 'codes', 'hours', 'sequences', 'captcha', 'years', 'last']

/** What a case holds while it runs: no other that holds one of these runs beside it. `alone`: none at all does. */
export type Leases = readonly string[] | 'alone'

export interface ScheduleOptions {
  /** How many cases may run side by side. */
  lanes: number
  /** Asked when a case could begin: true where it is not to begin beside others, since what they hold takes much memory. */
  isCrowded?: () => boolean
  /** Asked when a case could begin. */
  leases: (subject: Case) => Leases
  /** Cases run one after another until this is true: what the first ones learn, the others rely on. */
  isKnown: () => boolean
  /** Which cases wait for hours side by side; asked when the first of them could begin. In real time all do. */
  shareHours: () => 'none' | 'in lanes' | 'all'
  /** Cases that wait for codes in real time run beside the plain ones. */
  codesBeside: boolean
}

/** Runs one case; `hadCompany` tells whether another was under way while it ran. */
type RunOne = (subject: Case, hadCompany: () => boolean) => Promise<void>

/** Runs the cases in the order of their phases; side by side where their leases allow it. */
export async function runInOrder(
  cases: readonly Case[],
  options: ScheduleOptions,
  run: RunOne,
): Promise<void> {
  const { lanes, leases, shareHours, codesBeside, isKnown } = options
  const of = (wanted: Phase) => cases.filter(({ phase }) => phase === wanted)
  const [plain, codes] = [of('plain'), of('codes')]
  while (plain.length > 0 && lanes > 1 && !isKnown()) {
    const [first] = plain.splice(0, 1)
    if (first) await run(first, () => false)
  }
  // In real time beyond the lanes, for they mostly wait. Else after: a private token may only seem to need no login.
  if (codesBeside) await Promise.all([sideBySide(plain, options, run), inTurn(codes, run)])
  else {
    await sideBySide(plain, options, run)
    await sideBySide(codes, options, run)
  }
  const sharing = shareHours()
  if (sharing === 'all')
    await sideBySide([...of('hours'), ...of('sequences')], { lanes: Infinity, leases: () => [] }, run)
  else {
    await sideBySide(of('hours'), { leases, lanes: sharing === 'none' ? 1 : Infinity }, run)
    await inTurn(of('sequences'), run)
  }
  for (const phase of ['captcha', 'years', 'last'] as const) await inTurn(of(phase), run)
}

async function inTurn(cases: readonly Case[], run: RunOne): Promise<void> {
  for (const one of cases) await run(one, () => false)
}

async function sideBySide(
  cases: readonly Case[],
  { lanes, leases, isCrowded = () => false }: Pick<ScheduleOptions, 'lanes' | 'leases' | 'isCrowded'>,
  run: RunOne,
): Promise<void> {
  if (lanes === 1) return await inTurn(cases, run)
  const alone = cases.filter((one) => leases(one) === 'alone')
  const waiting = new Set(cases.filter((one) => !alone.includes(one)))
  const running = new Map<Case, readonly string[]>()
  const begun = new Set<() => void>()
  await new Promise<void>((resolve, reject) => {
    const next = () => {
      // What an earlier case waits for is kept for it: those that share a lease keep their order.
      const taken = new Set([...running.values()].flat())
      for (const one of waiting) {
        if (running.size >= (isCrowded() ? 1 : lanes)) return
        const wanted = leases(one)
        if (wanted === 'alone') continue
        const isFree = wanted.every((lease) => !taken.has(lease))
        for (const lease of wanted) taken.add(lease)
        if (!isFree) continue
        waiting.delete(one)
        begin(one, wanted)
      }
      if (running.size === 0) resolve()
    }
    const begin = (one: Case, held: readonly string[]) => {
      let hadCompany = running.size > 0
      for (const tell of begun) tell()
      const tell = () => (hadCompany = true)
      begun.add(tell)
      running.set(one, held)
      run(one, () => hadCompany).then(() => {
        running.delete(one)
        begun.delete(tell)
        next()
      }, reject)
    }
    next()
  })
  await inTurn(alone, run)
}

/** The cases in the order in which they run. */
export function inOrder(cases: readonly Case[]): Case[] {
  return order.flatMap((phase) => cases.filter((candidate) => candidate.phase === phase))
}
