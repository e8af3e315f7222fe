import type { Invocation, Log, ReportingDescriptor, Result } from 'sarif'
import { decisiveExchange, explainCase, pathOf, recipeSteps, skippedNote } from './words.ts'
import { explainBaseline } from './explain-baseline.ts'
import type { Artifact, Report, ReportedCase, ReportedRequirement } from './report.ts'
import { serverTime } from './server-time.ts'
import { visible } from './visible.ts'

/**
 * `report.sarif`: failures for code scanning, SARIF 2.1.0. A rule is a requirement, a result a failed case; a failure that
 * the baseline knows is suppressed. All point to the first line of `conformance.yaml`, because code scanning shows nothing
 * without a file, and a server over HTTP has none.
 */
export function renderSarif(report: Report): Artifact[] {
  const { requirements, suite, subject, complete, exitCode, seed, runs } = report
  const failed = requirements.filter(({ verdict }) => verdict === 'fail')
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: suite.name, semanticVersion: suite.version, rules: failed.map(rule) } },
        automationDetails: { id: `${suite.name}/` },
        properties: { subject: visible(subject.baseUrl), seed, runs },
        invocations: [
          { executionSuccessful: complete && exitCode !== 5, exitCode, ...notified(requirements) },
        ],
        results: failed.flatMap((requirement, index) =>
          requirement.cases
            .filter(({ verdict }) => verdict === 'fail')
            .map((each) => result(requirement, each, index)),
        ),
      },
    ],
  }
  return [{ path: 'report.sarif', content: `${JSON.stringify(log, null, 2)}\n` }]
}

/** Notifications about rules with skipped cases, because results contain only failures. */
function notified(
  requirements: readonly ReportedRequirement[],
): Pick<Invocation, 'toolExecutionNotifications'> {
  const skipping = requirements.filter(({ skipped }) => skipped.length > 0)
  if (skipping.length === 0) return {}
  return {
    toolExecutionNotifications: skipping.map((requirement) => ({
      level: 'note',
      descriptor: { id: 'skipped' },
      message: { text: `${requirement.id}: ${skippedNote([requirement])}` },
    })),
  }
}

const levelOf = ({ level }: ReportedRequirement) => (level === 'must' ? 'error' : 'warning')

function rule(requirement: ReportedRequirement): ReportingDescriptor {
  const { id, statement, quote, section, topic } = requirement
  return {
    id,
    shortDescription: { text: visible(statement) },
    fullDescription: { text: visible(`${statement} Specification, ${section}: “${quote}”`) },
    defaultConfiguration: { level: levelOf(requirement) },
    properties: { tags: [topic] },
  }
}

function told(each: ReportedCase): string {
  const lines = [
    `${each.title.replace(/\.$/, '')}: ${explainCase(each)}`,
    each.changed && `changed: ${each.changed}`,
    serverTime(each) && `time passed on the server's clock: ${serverTime(each)}`,
    each.counterexample && `counterexample: ${recipeSteps(each.counterexample.recipe).join('\n  ')}`,
    `rerun: ${each.replay}`,
  ]
  return lines.filter(Boolean).join('\n')
}

function result(requirement: ReportedRequirement, each: ReportedCase, ruleIndex: number): Result {
  const { id, baseline } = requirement
  const judged = decisiveExchange(each) ?? each.transcript.at(-1)
  const where = judged && `${judged.request.method} ${pathOf(judged.request.url).replace(/\?.*/s, '')}`
  return {
    ruleId: id,
    ruleIndex,
    level: levelOf(requirement),
    message: { text: visible(told(each)) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'conformance.yaml' }, region: { startLine: 1 } },
        ...(where === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: visible(where) }] }),
      },
    ],
    partialFingerprints: { 'case/v1': each.id },
    ...(baseline?.status === 'known'
      ? { suppressions: [{ kind: 'external', justification: explainBaseline(baseline) }] }
      : {}),
  }
}
