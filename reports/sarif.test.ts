import type { Log } from 'sarif'
import { expect, test } from 'vitest'
import { renderSarif } from './sarif.ts'
import { createSampleReport } from './testing/sample-report.ts'

const sarif = (report = createSampleReport()) => {
  const [artifact] = renderSarif(report)
  expect(artifact?.path).toBe('report.sarif')
  return JSON.parse(String(artifact?.content)) as Log
}

test('each failed case is a result of the rule that it broke', () => {
  const report = createSampleReport()
  const { version, runs } = sarif(report)
  const [run] = runs
  expect(version).toBe('2.1.0')
  const failed = report.requirements.flatMap(({ id, cases }) =>
    cases.filter(({ verdict }) => verdict === 'fail').map((each) => ({ id, caseId: each.id })),
  )
  expect(failed.length).toBeGreaterThan(2)
  expect(
    run?.results?.map(({ ruleId, partialFingerprints }) => ({
      id: ruleId,
      caseId: partialFingerprints?.['case/v1'],
    })),
  ).toEqual(failed)
  for (const { ruleId, ruleIndex = -1, level, locations } of run?.results ?? []) {
    expect(run?.tool.driver.rules?.[ruleIndex]?.id).toBe(ruleId)
    expect(level).toBe(
      report.requirements.find(({ id }) => id === ruleId)?.level === 'must' ? 'error' : 'warning',
    )
    expect(locations).toHaveLength(1)
  }
})

test('what can not be seen is written out, and an interrupted run is told', () => {
  expect(JSON.stringify(sarif())).not.toMatch(/\\u001b|\u202e/)
  const told = (complete: boolean) => sarif({ ...createSampleReport(), complete }).runs[0]?.invocations?.[0]
  expect(told(true)).toEqual({ executionSuccessful: true, exitCode: 1 })
  expect(told(false)?.executionSuccessful).toBe(false)
})

test('a failure that the baseline knows is suppressed, any other is not', () => {
  const report = createSampleReport()
  for (const each of report.requirements) {
    if (each.id === 'mfa.seed-one-time')
      each.baseline = { status: 'known', reason: 'r', owner: 'ada', expires: '2026-12-31' }
    if (each.id === 'login.hostile')
      each.baseline = { status: 'changed', reason: 'r', owner: 'ada', expires: '2026-12-31' }
  }
  const suppressed = sarif(report).runs[0]?.results?.filter(({ suppressions }) => suppressions)
  expect(suppressed?.map(({ ruleId }) => ruleId)).toEqual(['mfa.seed-one-time'])
})
