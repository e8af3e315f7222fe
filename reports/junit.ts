import { explainBaseline } from './explain-baseline.ts'
import { failedHere, byTopic, explainCase, pathOf, recipeSteps, skippedIn } from './words.ts'
import { escapeMarkup } from './html/markup.ts'
import type {
  Artifact,
  Report,
  ReportedCase,
  ReportedExchange,
  ReportedRequirement,
  RequirementBaseline,
  SkippedCase,
} from './report.ts'
import { serverTime } from './server-time.ts'

/**
 * `junit.xml` in the common Jenkins and GitLab form: a suite per topic, a test case per case.
 * `fail` is a failure; `error` and `inconclusive` are errors; `untested` and `not-applicable` are skipped.
 */
export function renderJunit(report: Report): Artifact[] {
  const suites = [...byTopic(report.requirements)].map(([topic, requirements]) =>
    suite(topic, requirements, report),
  )
  const name = `${report.suite.name}: ${report.subject.baseUrl}`
  // Cases run side by side, so their times add up to more than the run took.
  const attributes = { name, ...figures(report.requirements), time: seconds(report.durationMs) }
  const content = `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites)}\n`
  return [{ path: 'junit.xml', content }]
}

function suite(topic: string, requirements: ReportedRequirement[], report: Report): string {
  const { baseUrl } = report.subject
  // A client runs on this machine, and so does a server behind a Unix socket.
  const hostname = (URL.canParse(baseUrl) && new URL(baseUrl).hostname) || 'localhost'
  const timestamp = report.startedAt.replace(/(\.\d+)?Z$/, '')
  const cases = requirements.flatMap((requirement) => [
    ...requirement.cases.map((each) => testcase(requirement, each)),
    ...requirement.skipped.map((each) => skippedCase(requirement, each)),
  ])
  const inputs = element('properties', {}, [
    element('property', { name: 'seed', value: String(report.seed) }, []),
    element('property', { name: 'runs', value: String(report.runs) }, []),
  ])
  const attributes = { name: topic, ...figures(requirements), timestamp, hostname }
  return element('testsuite', attributes, [inputs, ...cases])
}

function figures(requirements: ReportedRequirement[]): Record<string, string> {
  const cases = requirements.flatMap((each) => each.cases)
  const skipped = skippedIn({ requirements })
  const count = (...kinds: string[]): string =>
    String(cases.filter(({ verdict }) => kinds.includes(verdict)).length)
  return {
    tests: String(cases.length + skipped),
    failures: count('fail'),
    errors: count('error', 'inconclusive'),
    skipped: String(Number(count('untested', 'not-applicable')) + skipped),
    time: seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  }
}

function testcase({ id, topic, level, baseline }: ReportedRequirement, each: ReportedCase): string {
  // Viewers group by class name and only show the name: the id makes it unique, the title readable.
  const attributes = {
    classname: `${topic}.${level}`,
    name: `${each.id}: ${each.title}`,
    time: seconds(each.durationMs),
  }
  return element('testcase', attributes, outcome(id, each, baseline))
}

/** A case that the declared limits left no room for. */
function skippedCase({ topic, level }: ReportedRequirement, { case: id, reason }: SkippedCase): string {
  const message = `skipped: ${reason}`
  return element('testcase', { classname: `${topic}.${level}`, name: id, time: seconds(0) }, [
    element('skipped', { message }, []),
  ])
}

function outcome(id: string, each: ReportedCase, baseline?: RequirementBaseline): string[] {
  const message = explainCase(each)
  switch (each.verdict) {
    case 'pass':
      return []
    case 'fail':
      return [element('failure', { message, type: id }, [escapeXml(details(each, baseline))])]
    case 'error':
    case 'inconclusive':
      return [element('error', { message, type: each.verdict }, [escapeXml(details(each))])]
    default:
      return [element('skipped', { message: `${each.verdict}: ${message}` }, [])]
  }
}

function details(each: ReportedCase, baseline?: RequirementBaseline): string {
  const lines = [
    explainCase(each),
    baseline && `baseline: ${explainBaseline(baseline)}`,
    each.changed && `changed: ${each.changed}`,
    serverTime(each) && `time passed on the server's clock: ${serverTime(each)}`,
    each.counterexample && `counterexample: ${recipeSteps(each.counterexample.recipe).join('\n  ')}`,
    ...each.transcript.map(exchange),
    `rerun: ${each.replay}`,
  ]
  return lines.filter(Boolean).join('\n')
}

function exchange(each: ReportedExchange): string {
  const { number, request, response, error } = each
  const answer = response ? `${response.status} ${response.body.slice(0, 300)}` : (error ?? 'no answer')
  return `${number}. ${request.method} ${pathOf(request.url)}${failedHere(each)} -> ${answer}`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

/** Children are XML already; attribute values are not. */
function element(name: string, attributes: Record<string, string>, children: readonly string[]): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  if (children.length === 0) return `<${name}${head.join('')}/>`
  const lines = children[0]?.startsWith('<') ? `\n${children.join('\n')}\n` : children.join('')
  return `<${name}${head.join('')}>${lines}</${name}>`
}

/** Writes line feeds and tabs as references, which attribute values would lose. */
const escapeXml = (text: string): string =>
  escapeMarkup(text).replace(/[\n\t]/g, (character) => `&#${character.charCodeAt(0)};`)
