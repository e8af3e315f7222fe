import {
  explainExit,
  failedHere,
  byTopic,
  count,
  headline,
  duration,
  explainCase,
  explainConclusion,
  LEVELS,
  pathOf,
  recipeSteps,
  skippedByReason,
  skippedIn,
  skippedNote,
  totalsIn,
  VERDICT_WORDS,
  VERDICTS,
} from './words.ts'
import {
  codeBlock,
  escapeMarkdown as text,
  escapeProse as prose,
  inlineCode as code,
} from './escape-markdown.ts'
import { baselineFigures, explainBaseline, looseEntries } from './explain-baseline.ts'
import type { Artifact, Report, ReportedExchange } from './report.ts'
import { faults, followWords, missing, type Fault, type Trouble } from './faults.ts'
import { serverTime } from './server-time.ts'

/** The most bytes in a GitHub job summary: 1 MiB for each step. */
const LIMIT = 1024 * 1024
const CUT =
  '\n\n> The rest was left out: a job summary holds 1 MiB. The full report is in `report.html` and `report.json`.\n'

/** `report.md`: GitHub-flavoured Markdown for a job summary, never larger than one may be. */
export function renderMarkdown(report: Report): Artifact[] {
  const exit = explainExit(report)
  const blocks = [
    `# ${headline(report)}: ${code(report.subject.baseUrl)}`,
    text(explainConclusion(report)),
    totals(report),
    ...(exit === '' ? [] : [`Exit code ${text(exit)}.`]),
    `${count(report.exchanges, 'exchange')} in ${duration(report.durationMs)}, seed ${report.seed}. Rerun:`,
    codeBlock(report.reproduce),
    ...failures(report),
    ...section('Baseline', baseline(report)),
    ...section('By topic', topics(report)),
    ...section('Untested', untested(report)),
    ...section('Skipped', skipped(report)),
    ...section('Pending', pending(report)),
    ...section('Notes', report.notes.map((note) => `- ${text(note)}`).join('\n')),
    ...section('Observed where the specification is silent', observations(report)),
  ]
  return [{ path: 'report.md', content: withinLimit(blocks) }]
}

function section(title: string, block: string): string[] {
  return block === '' ? [] : [`## ${title}`, block]
}

function totals({ totals: figures }: Report): string {
  return table(
    ['', ...VERDICTS.map((verdict) => VERDICT_WORDS[verdict])],
    LEVELS.map((level) => [level, ...VERDICTS.map((verdict) => String(figures[level][verdict]))]),
    'right',
  )
}

function failures(report: Report): string[] {
  const told = faults(report).map(failure)
  return told.length === 0 ? [] : ['## Problems', ...told.flat()]
}

function failure({ requirement, each, also, more, follows }: Fault): string[] {
  const { id, level, statement, quote } = requirement
  const time = serverTime(each)
  const facts = [
    `${prose(statement)} (${level}; “${prose(quote)}”)`,
    '',
    `- **${each.verdict}**: ${text(each.title)}`,
    `- ${text(explainCase(each))}`,
    ...(each.changed ? [`- changed: ${text(each.changed)}`] : []),
    ...(time === '' ? [] : [`- time passed on the server's clock: ${text(time)}`]),
    ...(each.counterexample ? [`- counterexample: ${steps(each.counterexample.recipe)}`] : []),
    ...(requirement.baseline ? [`- baseline: ${text(explainBaseline(requirement.baseline))}`] : []),
    ...(requirement.skipped.length > 0 ? [`- ${skippedNote([requirement])}`] : []),
    ...(also.length > 0 ? [`- same reason: ${also.map((one) => code(one.id)).join(', ')}`] : []),
  ]
  const exchanges = each.transcript.map(exchange).join('\n')
  return [
    `### ${code(id)}`,
    facts.join('\n'),
    ...fold(`Also: ${count(more.length, 'case')} of this rule`, more.map(further).join('\n')),
    ...fold(followWords(follows), follows.map(follower).join('\n')),
    ...fold('Exchanges', exchanges === '' ? '' : codeBlock(exchanges)),
    codeBlock(each.replay),
  ]
}

/** Another case of a rule, in one line. */
function further({ each, also }: Trouble): string {
  const sameReason = also.length > 0 ? ` (same reason: ${also.map((one) => code(one.id)).join(', ')})` : ''
  return `- ${code(each.id)}: ${text(explainCase(each))}${sameReason}`
}

/** A rule that failed because another one did, with each of its cases. */
function follower(fault: Fault): string {
  const { id, level, statement } = fault.requirement
  const cases = [fault, ...fault.more].map(further)
  return `- ${code(id)} (${level}): ${prose(statement)}\n${cases.map((one) => `  ${one}`).join('\n')}`
}

function fold(summary: string, block: string): string[] {
  return block === '' ? [] : [`<details><summary>${summary}</summary>\n\n${block}\n\n</details>`]
}

/** A recipe with each of several steps on its own line; line breaks keep the numbers from becoming list items. */
const steps = (recipe: string): string => recipeSteps(recipe).map(text).join('<br>')

function exchange(each: ReportedExchange): string {
  const { number, request, response, error } = each
  const sent = request.body === null ? '' : `\n   ${request.body}`
  const answer = response ? `${response.status} ${response.body.slice(0, 2000)}` : (error ?? 'no answer')
  return `${number}. ${request.method} ${pathOf(request.url)}${failedHere(each)}${sent}\n   -> ${answer}`
}

function baseline(report: Report): string {
  const figures = baselineFigures(report)
  const lines = looseEntries(report).map(({ id, line }) => `- ${code(id)}: ${text(line)}`)
  return [figures && `${figures}.`, lines.join('\n')].filter(Boolean).join('\n\n')
}

function topics({ requirements }: Report): string {
  const rows = [...byTopic(requirements)].map(([topic, group]) => {
    const totals = totalsIn(group)
    const cells = VERDICTS.map((verdict) => String(totals[verdict]))
    return [text(topic), ...cells, String(skippedIn({ requirements: group }))]
  })
  const head = ['topic', ...VERDICTS.map((verdict) => VERDICT_WORDS[verdict]), 'cases skipped']
  // Most runs skip nothing; then the column of zeros is left out.
  const width = skippedIn({ requirements }) === 0 ? -1 : undefined
  return table(
    head.slice(0, width),
    rows.map((row) => row.slice(0, width)),
    'right',
  )
}

function untested({ requirements }: Report): string {
  const lines = [...missing(requirements)].map(
    ([message, ids]) => `- ${text(message)}: ${ids.map(code).join(', ')}`,
  )
  return lines.join('\n')
}

function skipped({ requirements }: Report): string {
  const lines = [...skippedByReason(requirements)].map(
    ([reason, told]) => `- ${text(reason)}: ${told.map(text).join(', ')}`,
  )
  return lines.join('\n')
}

function pending({ pending: all = [], suite }: Report): string {
  if (all.length === 0) return ''
  const lines = all.map(
    ({ id, verdict, statement }) => `- ${code(id)} **${VERDICT_WORDS[verdict]}**: ${prose(statement)}`,
  )
  return `Not in requirement set ${text(suite.requirementSet ?? '')}: nothing above counts them.\n\n${lines.join('\n')}`
}

function observations(report: Report): string {
  if (report.observations.length === 0) return ''
  const rows = report.observations.map(({ question, answer, reason }) => [
    text(question),
    text(answer ?? reason ?? ''),
  ])
  return table(['question', 'answer'], rows, 'left')
}

function table(head: string[], rows: string[][], align: 'left' | 'right'): string {
  const rule = head.map((_, column) => (column > 0 && align === 'right' ? '--:' : '---'))
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function withinLimit(blocks: readonly string[]): string {
  const whole = `${blocks.join('\n\n')}\n`
  if (Buffer.byteLength(whole) <= LIMIT) return whole
  const kept: string[] = []
  let bytes = Buffer.byteLength(CUT)
  for (const block of blocks) {
    bytes += Buffer.byteLength(block) + 2
    if (bytes > LIMIT) break
    kept.push(block)
  }
  return kept.join('\n\n') + CUT
}
