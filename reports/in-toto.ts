import { createHash } from 'node:crypto'
import { renderJson } from './json.ts'
import type { Artifact, Report, ReportedRequirement } from './report.ts'
import { visible } from './visible.ts'

/**
 * `report.intoto.json`: the run's result as an in-toto Statement with a test result, about `report.json` as the json format
 * writes it. It is not signed; docs/guides/ci.md shows how to sign it.
 */
export function renderInToto(report: Report): Artifact[] {
  const { name, version, catalogueHash } = report.suite
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: renderJson(report).map(({ path, content }) => ({
      name: path,
      digest: { sha256: createHash('sha256').update(content).digest('hex') },
      annotations: { judged: visible(report.subject.baseUrl) },
    })),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: resultOf(report),
      configuration: [
        { name: `${name}@${version}`, uri: `pkg:npm/${name}@${version}` },
        { name: 'rules', digest: { sha256: catalogueHash } },
      ],
      passedTests: idsOf(report, isWhole),
      warnedTests: idsOf(report, (one) => !isWhole(one) && !isBroken(one) && !isFree(one)),
      failedTests: idsOf(report, isBroken),
    },
  }
  return [{ path: 'report.intoto.json', content: `${JSON.stringify(statement, null, 2)}\n` }]
}

/** The result of the run; an incomplete run says too little about the server to pass. */
function resultOf({ conclusion, complete, requirements }: Report): 'PASSED' | 'WARNED' | 'FAILED' {
  if (conclusion === 'not-conformant' || !complete) return 'FAILED'
  const isClean = requirements.every((one) => isWhole(one) || isFree(one))
  return conclusion === 'conformant' && isClean ? 'PASSED' : 'WARNED'
}

/** Passed with all its cases: a rule with skipped ones is a warning. */
const isWhole = ({ verdict, skipped }: ReportedRequirement) => verdict === 'pass' && skipped.length === 0
const isBroken = ({ level, verdict }: ReportedRequirement) => level === 'must' && verdict === 'fail'
const isFree = ({ verdict }: ReportedRequirement) => verdict === 'not-applicable'

const idsOf = ({ requirements }: Report, fits: (one: ReportedRequirement) => boolean): string[] =>
  requirements.filter(fits).map(({ id }) => id)
