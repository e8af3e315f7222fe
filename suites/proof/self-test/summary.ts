import { isWrong, type Finding } from './findings.ts'

export interface Proof {
  seed: number
  findings: readonly Finding[]
  /** Runs with several changes that were not as expected, so that each half of these was judged. */
  split: readonly Finding[]
  /** Groups of defects that the report does not tell apart. */
  alike: readonly (readonly string[])[]
  /** The ids of the cases that no run made fail. */
  unproved: readonly string[]
}

/** Says in a line or a few how a self-test ended. */
export function summary({ seed, findings, split, alike, unproved }: Proof): string {
  const runs =
    Math.round(findings.reduce((sum, { together = [] }) => sum + 1 / (together.length + 1), 0)) + split.length
  const isShared = findings.some(({ together }) => together !== undefined)
  const what = isShared ? `${runs} runs for ${findings.length} changes` : `${runs} runs`
  const wrong = findings.filter(isWrong).length
  const ended =
    wrong === 0
      ? `${what}, each judged as expected`
      : `${wrong} of ${isShared ? `${findings.length} changes` : what} not judged as expected`
  return `${alike.map(sayAlike).join('')}${sayUnproved(unproved)}self-test: ${ended} (seed ${seed})`
}

const sayAlike = (names: readonly string[]): string =>
  `the report does not tell apart: ${names.join(', ')}; leave one out, or let a case say more\n`

const sayUnproved = (ids: readonly string[]): string =>
  ids.length === 0
    ? ''
    : `no defect makes these cases fail: ${ids.join(', ')}; plant one that does, or remove the case\n`
