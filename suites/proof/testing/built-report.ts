import type { CaseResult } from '../../../harness/verdicts/results.ts'
import { buildReport } from '../../../harness/verdicts/build-report.ts'
import { observationsOf } from '../../../harness/verdicts/observations.ts'
import { withDigest } from '../../../reports/json.ts'
import type { Report, Verdict } from '../../../reports/report.ts'
import { suite } from '../../suite.ts'

/** Returns a report on all rules and cases of this version, as a run writes it, without running anything. */
export async function builtReport(verdictOf: (caseId: string) => Verdict = () => 'pass'): Promise<Report> {
  const chosen = [...(await suite.loadCases()).values()].filter(({ depth }) => !depth)
  const [newest = ''] = [...suite.requirementSets.keys()].toReversed()
  const levels = suite.requirementSets.get(newest)
  const entries = [...suite.requirements].map(([id, entry]) => ({ id, entry, level: levels?.get(id) }))
  const report = buildReport({
    suite: {
      name: suite.name,
      version: suite.version,
      catalogueHash: suite.catalogueHash(),
      requirementSet: newest,
    },
    subject: { baseUrl: 'http://127.0.0.1:8080', serverVersion: '2.10.0', declared: ['accounts.plain'] },
    startedAt: '2026-11-20T10:00:00.000Z',
    durationMs: 1000,
    seed: 1,
    runs: 5,
    reproduce: 'npx conformance --bundled --seed 1 --runs 5',
    strict: false,
    requireComplete: false,
    requirements: new Map(
      entries.flatMap(({ id, entry, level }) => (level ? [[id, { ...entry, level }] as const] : [])),
    ),
    pending: new Map(entries.flatMap(({ id, entry, level }) => (level ? [] : [[id, entry] as const]))),
    chosen,
    results: new Map(chosen.map((one) => [one.id, resultOf(one, verdictOf(one.id))])),
    summary: undefined,
    excluded: [...suite.excluded],
    observations: observationsOf({ questions: suite.openQuestions, summary: undefined, observe: true }),
    notes: [],
    whole: true,
    complete: true,
    replayOf: (id) => `npx conformance replay ${id}`,
  })
  return withDigest(report)
}

function resultOf(
  { id, requirement, title, changed }: { id: string; requirement: string; title: string; changed?: string },
  verdict: Verdict,
): CaseResult {
  const isFailure = verdict === 'fail'
  return {
    id,
    requirement,
    title,
    ...(changed === undefined ? {} : { changed }),
    verdict,
    wanted: isFailure ? 'a rejection' : null,
    got: isFailure ? 'a token came' : null,
    message:
      verdict === 'pass' ? '' : isFailure ? 'expected a rejection, but a token came' : `why it is ${verdict}`,
    durationMs: 3,
    exchanges: 2,
    transcript: [],
  }
}
