import { styleText } from 'node:util'
import { baselineFigures, explainBaseline, looseEntries } from './explain-baseline.ts'
import {
  explainExit,
  decisiveExchange,
  failedHere,
  byTopic,
  headline,
  count,
  duration,
  explainCase,
  explainConclusion,
  figures,
  LEVELS,
  skippedByReason,
  skippedNote,
  totalsIn,
  few,
  pathOf,
  recipeSteps,
  span,
  VERDICTS,
  VERDICT_WORDS,
} from './words.ts'
import type { Report, ReportedCase, Verdict } from './report.ts'
import { faults, followWords, missing, type Fault } from './faults.ts'
import { serverTime } from './server-time.ts'
import { visible } from './visible.ts'

export interface TextOptions {
  /** True to write terminal colour codes; the caller respects NO_COLOR. */
  colour: boolean
  /** Where the page of this report is; absent if none was written. */
  page?: string
}

type Style = Parameters<typeof styleText>[0]
type Paint = (style: Style, text: string) => string

const STYLES: Record<Verdict, Style> = {
  pass: 'green',
  fail: ['red', 'bold'],
  error: ['magenta', 'bold'],
  inconclusive: 'yellow',
  untested: 'cyan',
  'not-applicable': 'dim',
}
const INDENT = ' '.repeat(6)

/** What the terminal prints at the end of a run; the conclusion is the last line. */
export function renderText(report: Report, { colour, page }: TextOptions): string {
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
  const all = faults(report)
  const isUnjudged = ({ each }: Fault) => each.verdict === 'inconclusive'
  // If there are failures, they are often the reason, so one line each is enough.
  const inShort = all.every(isUnjudged) ? [] : all.filter(isUnjudged)
  const paragraphs = [
    ...all.filter((one) => !inShort.includes(one)).map((one) => paragraph(one, paint)),
    list('Inconclusive', inShort.map(inOneLine), paint),
    topics(report, paint),
    untested(report, paint),
    list('Skipped', skipped(report), paint),
    list(
      'Baseline',
      looseEntries(report).map((entry) => `${entry.id}: ${entry.line}`),
      paint,
    ),
    list(
      `Pending: not in requirement set ${report.suite.requirementSet}, so they do not count`,
      pending(report),
      paint,
    ),
    list('Notes', report.notes, paint),
    conclusion(report, paint, page),
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

/** A paragraph for a rule that failed or could not be judged: where, wanted, got, what belongs to it, how to replay it. */
function paragraph({ requirement, each, also, more, follows }: Fault, paint: Paint): string {
  const verdict = paint(STYLES[each.verdict], each.verdict)
  const level = requirement.level === 'should' ? ' (should)' : ''
  const time = serverTime(each)
  const sameReason = [also, ...more.map((one) => one.also)].flat()
  const lines = [
    `${verdict}${' '.repeat(Math.max(2, 6 - each.verdict.length))}${paint('bold', requirement.id)}${level}: ${line(each.title)}`,
    INDENT + line(explainCase(each)),
    each.changed && `${INDENT}changed: ${line(each.changed)}`,
    time !== '' && `${INDENT}time passed on the server's clock: ${line(time)}`,
    requirement.measured && `${INDENT}measured: ${line(requirement.measured)}`,
    each.counterexample && counterexample(each.counterexample.recipe),
    requirement.baseline && `${INDENT}baseline: ${line(explainBaseline(requirement.baseline))}`,
    requirement.skipped.length > 0 && INDENT + skippedNote([requirement]),
    each.transcript.length > 0 && INDENT + steps(each),
    signed(each),
    logged(each),
    more.length > 0 && `${INDENT}also: ${line(titles(more))}`,
    sameReason.length > 0 && `${INDENT}same reason: ${line(few(sameReason.map(({ id }) => id)))}`,
    follows.length > 0 && `${INDENT}${followWords(follows)}: ${line(ids(follows))}`,
    `${INDENT}${paint('dim', 'rerun:')} ${line(each.replay)}`,
  ]
  return lines.filter(Boolean).join('\n')
}

function inOneLine({ requirement, each, also, more }: Fault): string {
  const others = [also, ...more.map((one) => [one, ...one.also])].flat().length
  const beside = others === 0 ? '' : ` (and ${count(others, 'more case')})`
  return `${requirement.id}: ${line(each.title)}: ${explainCase(each)}${beside}`
}

/** The titles of a rule's other cases; the reports have each in full. */
function titles(more: Fault['more']): string {
  const shown = more.slice(0, more.length > 4 ? 3 : 4).map(({ each }) => each.title)
  const left = more.length - shown.length
  return [...shown, ...(left > 0 ? [`and ${count(left, 'more case')}`] : [])].join('; ')
}

const ids = (follows: readonly Fault[]): string => follows.map(({ requirement }) => requirement.id).join(', ')

function counterexample(recipe: string): string {
  const steps = recipeSteps(recipe).map(line)
  return `${INDENT}counterexample:${steps.length === 1 ? ' ' : `\n${INDENT}  `}${steps.join(`\n${INDENT}  `)}`
}

/** The exchanges of a case; for a long transcript, those that lead up to the one that failed it. */
function steps({ transcript }: ReportedCase): string {
  const failed = transcript.findIndex(({ violates }) => violates)
  const end = failed < 0 ? transcript.length : Math.max(mostSteps, failed + 1)
  const start = Math.max(0, Math.min(end, transcript.length) - mostSteps)
  const each = transcript.slice(start, end).map((one) => {
    const { number, request, response, error } = one
    // A whole sentence would not fit here; the other reports have it.
    const none = error !== null && error.length <= 30 ? line(error) : 'no answer'
    return `${number}. ${line(request.method)} ${line(pathOf(request.url))} -> ${response?.status ?? none}${failedHere(one)}`
  })
  const rest = transcript.length - end
  return [
    ...(start > 0 ? [`(${count(start, 'earlier exchange')})`] : []),
    ...each,
    ...(rest > 0 ? [`(${count(rest, 'later exchange')})`] : []),
  ].join('   ')
}
const mostSteps = 8

/** What the server has to check the signature of the request against that decided a failed case. */
function signed(each: ReportedCase): string {
  const { number, signingString } = (each.verdict === 'fail' && decisiveExchange(each)) || {}
  if (signingString === undefined) return ''
  const lines = signingString.split('\n').map((one) => `\n${INDENT}  ${line(one)}`)
  return `${INDENT}signing string of exchange ${number}, without a line break at its end:${lines.join('')}`
}

/** How to find an exchange in the server's log: the one that decided a failed case, or the last one of any other case. */
function logged(each: ReportedCase): string {
  const failed = each.verdict === 'fail' ? decisiveExchange(each) : undefined
  const { traceId, number } = failed ?? each.transcript.at(-1) ?? {}
  return traceId === undefined ? '' : `${INDENT}log: search for trace id ${traceId} (exchange ${number})`
}

function topics(report: Report, paint: Paint): string {
  const groups = [...byTopic(report.requirements)]
  const width = Math.max(0, ...groups.map(([topic]) => topic.length))
  const rows = groups.map(([topic, requirements]) => {
    const totals = totalsIn(requirements)
    const words = VERDICTS.filter((verdict) => totals[verdict] > 0).map((verdict) =>
      paint(STYLES[verdict], `${totals[verdict]} ${VERDICT_WORDS[verdict]}`),
    )
    return `  ${topic.padEnd(width)}  ${[...words, skippedNote(requirements)].filter(Boolean).join(', ')}`
  })
  return rows.join('\n')
}

/** One line for each thing to declare, with the requirements that wait for it. */
function untested({ requirements }: Report, paint: Paint): string {
  const lines = [...missing(requirements)].map(([message, ids]) => `${message}: ${few(ids)}`)
  return list('Untested', lines, paint)
}

/** One line for each limit, with the requirements whose cases it left out. */
function skipped({ requirements }: Report): string[] {
  return [...skippedByReason(requirements)].map(([reason, told]) => `${reason}: ${told.join(', ')}`)
}

function pending({ pending: all = [] }: Report): string[] {
  return all.map(({ id, verdict, statement }) => `${id} ${VERDICT_WORDS[verdict]}: ${statement}`)
}

function list(title: string, entries: readonly string[], paint: Paint): string {
  if (entries.length === 0) return ''
  return [paint('bold', title), ...entries.map((entry) => `  ${line(entry)}`)].join('\n')
}

function conclusion(report: Report, paint: Paint, page?: string): string {
  const style: Style = {
    conformant: 'green' as const,
    partial: 'yellow' as const,
    'not-conformant': 'red' as const,
  }[report.conclusion]
  const run = `${count(report.exchanges, 'exchange')} in ${duration(report.durationMs)}, seed ${report.seed}`
  const known = baselineFigures(report)
  const exit = explainExit(report)
  const { kind, aheadSeconds } = report.clock
  const clock = aheadSeconds > 0 ? `left ${span(aheadSeconds)} ahead (${line(kind)})` : line(kind)
  return [
    ...LEVELS.map((level) => `${level.padEnd(6)}  ${figures(report.totals[level])}`),
    ...(known === '' ? [] : [`known   ${known} (baseline)`]),
    `run     ${run}, clock ${clock}`,
    `rerun   ${line(report.reproduce)}`,
    ...(page === undefined ? [] : [`report  ${page}`]),
    ...(exit === '' ? [] : [`exit    ${exit}`]),
    `${paint([style, 'bold'].flat() as Style, headline(report))}: ${line(report.subject.baseUrl)}. ${explainConclusion(report)}`,
  ].join('\n')
}

/** Makes one line for a terminal from any text of a server. */
function line(text: string): string {
  return visible(text)
    .split('\n')
    .map((one) => one.trim())
    .join(' ')
    .replace(/\t/g, ' ')
}
