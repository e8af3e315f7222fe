import { followsFrom } from './follows.ts'
import type {
  Conclusion,
  Level,
  Report,
  ReportedCase,
  ReportedRequirement,
  Totals,
  Verdict,
  ReportedExchange,
} from './report.ts'
import { isKnown } from './explain-baseline.ts'

/** Every verdict, worst first, in the order in which all formats show them. */
export const VERDICTS: readonly Verdict[] = [
  'fail',
  'error',
  'inconclusive',
  'untested',
  'not-applicable',
  'pass',
]
export const LEVELS: readonly Level[] = ['must', 'should']

/** The verdict as words in a sentence: "2 failed", "1 not applicable". */
export const VERDICT_WORDS: Record<Verdict, string> = {
  pass: 'passed',
  fail: 'failed',
  error: 'in error',
  inconclusive: 'inconclusive',
  untested: 'untested',
  'not-applicable': 'not applicable',
}

const CONCLUSION_WORDS: Record<Conclusion, string> = {
  conformant: 'Conformant',
  partial: 'Partial',
  'not-conformant': 'Not conformant',
}

/** The word for what was judged. */
const who = ({ subject }: Pick<Report, 'subject'>): string => (subject.client ? 'client' : 'server')

type Ending = Pick<Report, 'complete' | 'subjectEnded'>

/** True if the operator ended the run; if the server ended, what had been judged by then still counts. */
export const wasInterrupted = ({ complete, subjectEnded }: Ending) => !complete && subjectEnded === undefined

/** The conclusion in a word or two; for an interrupted run only that, because nothing more can be said. */
export function headline(report: Ending & Pick<Report, 'conclusion'>): string {
  return wasInterrupted(report) ? 'Interrupted' : CONCLUSION_WORDS[report.conclusion]
}

/** The conclusion in one sentence, with the figures behind it. */
export function explainConclusion(report: Report): string {
  if (wasInterrupted(report))
    return `The run was interrupted: this report has only what had been judged by then.`
  const said = explainTotals(report) + explainSkipped(report)
  if (report.subjectEnded === undefined) return said
  return `The ${who(report)} ended during the run (${report.subjectEnded})${asked(report)}; what came after could not be judged. ${said}`
}

/** The unanswered requests when the server ended. */
function asked({ cutOff = [] }: Report): string {
  const all = cutOff.map(({ request, by }) => `${request} (${by})`)
  if (all.length === 0) return ''
  return `, before it answered ${few(all)}${all.length === 1 ? '' : ', one of which may have ended it'}`
}

function explainTotals(report: Report): string {
  const { must, should } = report.totals
  const failed = should.fail > 0 ? ` ${recommendations(should.fail)} failed.` : ''
  const open = notJudged(must)
  const openShould = notJudged(should)
  const left = openShould > 0 ? ` ${recommendations(openShould)} could not be judged.` : ''
  if (report.conclusion === 'conformant') {
    const but = skippedIn(report) === 0 ? '' : `, but the ${limitsSkipped(report)}`
    return `The ${who(report)} follows every rule of the specification that applies to it${but}.${failed}${left}`
  }
  if (report.conclusion === 'not-conformant') {
    const level = must.fail > 0 ? 'must' : 'should'
    const noun = level === 'must' ? 'rule' : 'recommendation'
    const follows = followsFrom(report.requirements)
    const ownFaults =
      report.totals[level].fail -
      report.requirements.filter((each) => each.level === level && follows.has(each.id)).length
    const rules = `${count(ownFaults, noun)}${level === 'must' ? ' of the specification' : ''}`
    if (follows.size === 0) return `The ${who(report)} breaks ${rules}.`
    const from = `follow${follows.size === 1 ? 's' : ''} from ${ownFaults === 1 ? 'it' : 'them'}`
    return `The ${who(report)} breaks ${rules}; ${count(follows.size, 'further failure')} ${from}.`
  }
  if (must.pass + should.pass + should.fail === 0 && open > 0) {
    return open === must.untested
      ? `No rule of the specification was judged: each waits for something to be ${report.subject.client ? 'sent' : 'declared'}.`
      : 'No rule of the specification could be judged.'
  }
  if (open === 0) return `No rule was broken, but only part of the specification was judged.${failed}${left}`
  const also = openShould > 0 ? ` and ${recommendations(openShould)}` : ''
  return `No rule was broken, but ${count(open, 'rule')} of the specification${also} could not be judged.${failed}`
}

const recommendations = (number: number): string => `${count(number, 'recommendation')} (should)`
const notJudged = ({ untested, inconclusive, error }: Totals): number => untested + inconclusive + error

/** Names the skipped cases after the conclusion; a conformant server's sentence already has them. */
function explainSkipped(report: Report): string {
  const isTold = report.conclusion === 'conformant' || skippedIn(report) === 0
  return isTold ? '' : ` The ${limitsSkipped(report)}.`
}

/** The conclusion in one line, for brief output, with what kept it from being a better one. */
export function concludeBriefly(report: Report, name: string): string {
  const { subjectEnded } = report
  const ended = subjectEnded === undefined ? '' : `the ${who(report)} ended: ${subjectEnded}`
  const why = [ended, brieflyWhy(report)].filter(Boolean).join('; ')
  return `${report.conclusion}: ${name}${why === '' ? '' : ` (${why})`}`
}

function brieflyWhy(report: Report): string {
  if (wasInterrupted(report)) return 'interrupted'
  if (report.conclusion === 'conformant') return skippedIn(report) === 0 ? '' : `the ${limitsSkipped(report)}`
  const { must, should } = report.totals
  const counted: readonly Verdict[] =
    report.conclusion === 'partial' ? ['error', 'inconclusive', 'untested'] : ['fail']
  const totals = report.conclusion === 'not-conformant' && must.fail === 0 ? should : must
  return counted
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => `${count(totals[verdict], 'rule')} ${VERDICT_WORDS[verdict]}`)
    .join(', ')
}

/** The number of cases that the declared limits left no room for. */
export const skippedIn = ({ requirements }: Pick<Report, 'requirements'>): number =>
  requirements.reduce((sum, { skipped }) => sum + skipped.length, 0)

export const skippedWords = (report: Pick<Report, 'requirements'>): string =>
  `${count(skippedIn(report), 'case')} skipped`

const limitsSkipped = (report: Report): string =>
  `declared limits skipped ${count(skippedIn(report), 'case')}`

/** "7 cases skipped: limits" for one or several requirements; empty if no case was skipped. */
export function skippedNote(requirements: readonly ReportedRequirement[]): string {
  const number = skippedIn({ requirements: [...requirements] })
  return number === 0 ? '' : `${count(number, 'case')} skipped: limits`
}

/** The skipped cases by reason: for each, the requirements with their number of cases, "login.wrong-password (7)". */
export function skippedByReason(requirements: readonly ReportedRequirement[]): Map<string, string[]> {
  const reasons = new Map<string, Map<string, number>>()
  for (const { id, skipped } of requirements) {
    for (const { reason } of skipped) {
      const numbers = reasons.get(reason) ?? new Map<string, number>()
      reasons.set(reason, numbers.set(id, (numbers.get(id) ?? 0) + 1))
    }
  }
  return new Map(
    [...reasons].map(([reason, numbers]) => [
      reason,
      [...numbers].map(([id, number]) => `${id} (${number})`),
    ]),
  )
}

/** The steps of a recipe ("1. …; 2. …"), each for its own line; any other recipe is a single step. */
export const recipeSteps = (recipe: string): string[] => recipe.split(/; (?=\d+\. )/)

/** "1 rule", "2 rules", "1,204 rules". */
export function count(number: number, noun: string): string {
  return `${thousands(number)} ${noun}${Math.round(number) === 1 ? '' : 's'}`
}

/** A whole number with commas between thousands, the same on every machine. */
export function thousands(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Milliseconds in readable form: "87 ms", "3.4 s", "2 min 5 s". */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`
}

/** How far a clock was moved: "90 s", "59 minutes", "30 hours", "20 years". */
export function span(seconds: number): string {
  const units = [
    [365.25 * 86_400, 'year'],
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const
  const unit = units.find(([length]) => seconds >= 2 * length)
  return unit ? count(seconds / unit[0], unit[1]) : `${Math.round(seconds)} s`
}

/** The first three names, and how many more there are. */
export function few(names: readonly string[]): string {
  const more = names.length > 4 ? names.length - 3 : 0
  return names.slice(0, more > 0 ? 3 : 4).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** How many of these requirements have each verdict. */
export function totalsIn(requirements: readonly Pick<ReportedRequirement, 'verdict'>[]): Totals {
  const totals = { pass: 0, fail: 0, inconclusive: 0, 'not-applicable': 0, untested: 0, error: 0 }
  for (const { verdict } of requirements) totals[verdict]++
  return totals
}

/** The figures except zeros, worst first: "2 failed, 1 untested, 4 passed". */
export function figures(totals: Totals): string {
  const present = VERDICTS.filter((verdict) => totals[verdict] > 0)
  return present.map((verdict) => `${totals[verdict]} ${VERDICT_WORDS[verdict]}`).join(', ') || 'none'
}

/** Explains a case: what a failure wanted and got, otherwise its message. */
export function explainCase({ wanted, got, message }: ReportedCase): string {
  return wanted !== null && got !== null ? `expected ${wanted}, but ${got}` : message
}

/** The failed cases of all requirements. */
export const failedCases = ({ requirements }: Report): ReportedCase[] =>
  requirements.flatMap(({ cases }) => cases.filter(({ verdict }) => verdict === 'fail'))

/** Requirements by topic, in the order in which the topics first appear. */
export function byTopic(requirements: readonly ReportedRequirement[]): Map<string, ReportedRequirement[]> {
  const topics = new Map<string, ReportedRequirement[]>()
  for (const each of requirements) topics.set(each.topic, [...(topics.get(each.topic) ?? []), each])
  return topics
}

/** The address without scheme and authority. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/'
}

/** The exchange that decided a case: the one whose answer failed it, otherwise the last judged one. */
export const decisiveExchange = ({ transcript }: ReportedCase): ReportedExchange | undefined =>
  transcript.find(({ violates }) => violates) ?? transcript.findLast(({ role }) => role === 'judged')

/** The mark after the exchange whose answer failed the case, in text reports. */
export const failedHere = ({ violates }: ReportedExchange): string => (violates ? ' (failed here)' : '')

/**
 * The exit code with its reason, if the conclusion doesn't already say it: "3: cases of 2 rules are inconclusive". Empty for 0,
 * 1 and an interrupted run.
 */
export function explainExit(report: Report): string {
  if (wasInterrupted(report)) return ''
  const why: Readonly<Record<number, string>> = {
    3: incomplete(report),
    4: 'the baseline is stale',
    5: 'the suite itself failed',
  }
  const reason = why[report.exitCode]
  return reason === undefined ? '' : `${report.exitCode}: ${reason}`
}

function incomplete({ subjectEnded, requirements, totals: { must, should } }: Report): string {
  if (subjectEnded !== undefined) return 'the run was not finished'
  const open = requirements.filter(
    (one) => !isKnown(one) && one.cases.some(({ verdict }) => verdict === 'inconclusive'),
  )
  if (open.length > 0) return `cases of ${count(open.length, 'rule')} are inconclusive`
  if (must.pass + must.fail + should.pass + should.fail === 0) return 'nothing was judged'
  return 'not every must was judged in full, as --require-complete demands'
}
