// Built on the model of allure-js-commons. Not on allure-vitest: its results miss module errors, its ids depend on the
// package in which it is installed, and it writes every compared value, secrets included, as a step.
import { createHash } from 'node:crypto'
import type * as Allure from 'allure-js-commons'
import { decisiveExchange, headline, explainCase, pathOf, recipeSteps, skippedNote } from './words.ts'
import { codeBlock, escapeMarkdown, escapeProse, inlineCode } from './escape-markdown.ts'
import { explainBaseline } from './explain-baseline.ts'
import { methodOf } from './methods.ts'
import type {
  Artifact,
  Report,
  ReportedCase,
  ReportedExchange,
  ReportedRequirement,
  TimelineEvent,
  Verdict,
} from './report.ts'
import { markup } from './html/markup.ts'
import { timelinePicture } from './html/timeline.ts'
import { serverTime } from './server-time.ts'
import type { HttpExchange } from 'allure-js-commons/http'
import { visible } from './visible.ts'

/** Allure's types with the texts of its enums, so that only the package's types are needed. */
type Plain<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T
type Attachment = Plain<Allure.Attachment>
type StepResult = Plain<Allure.StepResult>
type TestResult = Plain<Allure.TestResult>

const FOLDER = 'allure-results'
const STATUS: Record<Verdict, `${Allure.Status}`> = {
  pass: 'passed',
  fail: 'failed',
  error: 'broken',
  inconclusive: 'broken',
  untested: 'skipped',
  'not-applicable': 'skipped',
}

/**
 * `allure-results/`: one result per case; epic = authentication method, feature = topic, story = requirement.
 * Names and ids depend only on the report; a case keeps its history id from run to run.
 */
export function renderAllure(report: Report): Artifact[] {
  const artifacts = new Map<string, string>()
  for (const requirement of report.requirements) {
    for (const each of requirement.cases) {
      const result = resultOf(report, requirement, each, (name, content) => artifacts.set(name, content))
      artifacts.set(`${result.uuid}-result.json`, JSON.stringify(result))
    }
  }
  artifacts.set('environment.properties', environment(report))
  artifacts.set('categories.json', JSON.stringify(allureCategories))
  return [...artifacts].map(([name, content]) => ({ path: `${FOLDER}/${name}`, content }))
}

type Attach = (name: string, content: string) => void

function resultOf(
  report: Report,
  requirement: ReportedRequirement,
  each: ReportedCase,
  attach: Attach,
): TestResult {
  const runStart = Date.parse(report.startedAt)
  const start = runStart + Math.round(each.transcript[0]?.atMs ?? 0)
  const message = visible(each.verdict === 'pass' ? '' : `${each.verdict}: ${explainCase(each)}`)
  return {
    uuid: uuidOf(`${report.startedAt} ${each.id}`),
    historyId: hash(each.id),
    testCaseId: hash(each.id),
    fullName: each.id,
    name: visible(each.title),
    titlePath: [requirement.topic, requirement.id],
    description: describe(requirement, each),
    labels: Object.entries(labels(requirement)).map(([name, value]) => ({ name, value: visible(value) })),
    links: [],
    status: STATUS[each.verdict],
    stage: 'finished',
    statusDetails: message === '' ? {} : { message },
    steps: each.transcript.map((exchange) => stepOf(each, exchange, runStart, attach)),
    attachments: timelineOf(each, attach),
    parameters: [],
    start,
    stop: start + Math.round(each.durationMs),
  }
}

function timelineOf({ id, timeline = [] }: ReportedCase, attach: Attach): Attachment[] {
  if (timeline.length === 0) return []
  const source = `${uuidOf(`${id} timeline`)}-attachment.svg`
  attach(source, allureTimeline(timeline))
  const name =
    "timeline, by the server's clock: ◆ issued, ● accepted, ⊗ rejected, ▸▸ clock moved; red: what failed the case"
  return [{ name, type: 'image/svg+xml', source }]
}

function labels({ id, topic, level, statement }: ReportedRequirement): Record<string, string> {
  const [epic, story] = [methodOf(topic), `${id}: ${statement.replaceAll('`', '')}`]
  return {
    epic,
    feature: topic,
    story,
    parentSuite: epic,
    suite: topic,
    subSuite: story,
    severity: level === 'must' ? 'critical' : 'normal',
    tag: level,
    framework: 'auth-api-conformance',
  }
}

function describe(requirement: ReportedRequirement, each: ReportedCase): string {
  const { statement, quote, section, reading, level, measured, baseline } = requirement
  const judged = decisiveExchange(each)
  const paragraphs = [
    `**${escapeProse(statement)}** (${level})`,
    `> ${escapeProse(quote)}\n>\n> Specification, ${escapeMarkdown(section)}`,
    reading && `Read as: ${escapeProse(reading)}`,
    each.changed && `The one thing changed: ${escapeProse(each.changed)}`,
    serverTime(each) && `By the server's clock: ${escapeMarkdown(serverTime(each))}`,
    each.counterexample && counterexample(each.counterexample.recipe),
    measured && `Measured: ${escapeMarkdown(measured)}`,
    requirement.skipped.length > 0 && `In this requirement also: ${skippedNote([requirement])}`,
    baseline && `Baseline: ${escapeMarkdown(explainBaseline(baseline))}`,
    `Rerun:\n\n${codeBlock(each.replay)}`,
    judged?.curl && `The judged request, as curl sends it:\n\n${codeBlock(judged.curl)}`,
  ]
  return paragraphs.filter(Boolean).join('\n\n')
}

function counterexample(recipe: string): string {
  const steps = recipeSteps(recipe)
  return steps.length === 1
    ? `Counterexample: ${inlineCode(recipe)}`
    : `Counterexample:\n\n${codeBlock(steps.join('\n'))}`
}

function stepOf(
  each: ReportedCase,
  exchange: ReportedExchange,
  runStart: number,
  attach: Attach,
): StepResult {
  const { number, role, request, response, atMs, durationMs } = exchange
  const atFault = each.verdict === 'fail' && exchange === decisiveExchange(each)
  const start = runStart + Math.round(atMs)
  const name = `${request.method} ${pathOf(request.url)} → ${response?.status ?? 'no answer'} (${role})`
  const attachment: Attachment = {
    name: `exchange ${number}`,
    type: 'application/vnd.allure.http+json',
    source: `${uuidOf(`${each.id} ${number}`)}-attachment.httpexchange`,
  }
  attach(attachment.source, JSON.stringify(toHttpExchange(exchange, runStart)))
  return {
    name: visible(name),
    status: atFault ? 'failed' : 'passed',
    stage: 'finished',
    statusDetails: {},
    steps: [],
    attachments: [attachment],
    parameters: [],
    start,
    stop: start + Math.round(durationMs),
  }
}

/** A Java properties file: only backslashes and line ends are escaped. */
function environment(report: Report): string {
  const entries = {
    Subject: report.subject.baseUrl,
    'Server version': report.subject.serverVersion ?? 'unknown',
    Declared: report.subject.declared.join(', ') || 'nothing',
    Conclusion: headline(report),
    Suite: `${report.suite.name} ${report.suite.version}`,
    Catalogue: report.suite.catalogueHash,
    Seed: String(report.seed),
    'Runs per property': String(report.runs),
    Clock: `${report.clock.kind}, ${report.clock.aheadSeconds} s ahead`,
    'Run again': report.reproduce,
  }
  const escaped = (text: string): string => visible(text).replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return Object.entries(entries)
    .map(([key, value]) => `${key.replaceAll(' ', '\\ ')} = ${escaped(value)}\n`)
    .join('')
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function uuidOf(text: string): string {
  return hash(text).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

// Allure shows this as an image, which can't see the page's colour scheme, so its background is light in dark mode too.
const style = markup`<style>
  svg { background: #fff; font: 11.5px sans-serif; }
  text { fill: #1b1f24; }
  .clock, .event text { text-anchor: middle; fill: #57606a; }
  .moment { stroke: #d8dee4; stroke-dasharray: 2 4; }
  .lane { stroke: #d8dee4; stroke-width: 2; }
  .event .issued path { fill: #0b57b0; }
  .event .accepted circle { fill: #17693a; }
  .event .refused circle { fill: #fff; }
  .event .refused :is(circle, path) { stroke: #1b1f24; stroke-width: 1.5; }
  .event .jump path { fill: #80500a; }
  .event .violates :is(circle, path) { fill: #b3261e; }
</style>`

/** The life of tokens, seeds and sessions in a case, as an SVG file. */
function allureTimeline(events: readonly TimelineEvent[]): string {
  return timelinePicture(events, style).text
}

/** Categories for the cases that did not pass; Allure 2 reads them from the results, Allure 3 from its configuration. */
export const allureCategories: {
  name: string
  messageRegex: string
  matchedStatuses: ('failed' | 'broken' | 'skipped')[]
}[] = [
  {
    name: 'Violation: the server breaks the specification',
    messageRegex: '^fail:[^]*',
    matchedStatuses: ['failed'],
  },
  {
    name: 'Incomplete: could not be judged',
    messageRegex: '^inconclusive:[^]*',
    matchedStatuses: ['broken'],
  },
  { name: 'Suite fault: report it to us', messageRegex: '^error:[^]*', matchedStatuses: ['broken'] },
  { name: 'Untested: declare what is missing', messageRegex: '^untested:[^]*', matchedStatuses: ['skipped'] },
  { name: 'Not applicable', messageRegex: '^not-applicable:[^]*', matchedStatuses: ['skipped'] },
]

type Headers = ReportedExchange['request']['headers']

/** An exchange as Allure shows HTTP (application/vnd.allure.http+json, version 1). `runStart`: milliseconds since 1970. */
function toHttpExchange(exchange: ReportedExchange, runStart: number): HttpExchange {
  const { request, response, error, atMs, durationMs } = exchange
  const start = runStart + Math.round(atMs)
  return {
    schemaVersion: 1,
    request: {
      method: request.method,
      url: visible(request.url),
      headers: fields(request.headers),
      ...(request.body !== null && { body: body(request.headers, request.body, false) }),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: fields(response.headers),
        body: body(response.headers, response.body, response.truncated),
      },
    }),
    ...(error !== null && { error: { name: 'No complete answer', message: visible(error) } }),
    start,
    stop: start + Math.round(durationMs),
  }
}

function fields(headers: Headers): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name: visible(name), value: visible(value) }))
}

function body(
  headers: Headers,
  text: string,
  truncated: boolean,
): NonNullable<HttpExchange['request']['body']> {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return { contentType: type ?? 'text/plain', encoding: 'utf8', value: visible(text), truncated }
}
