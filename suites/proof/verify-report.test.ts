import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownRules } from '../../harness/cli/suite-rules.ts'
import { verifyReport } from '../../harness/verdicts/verify-report.ts'
import { withDigest, renderJson } from '../../reports/json.ts'
import { parseReport } from '../../reports/parse-report.ts'
import type { Report, ReportedCase, ReportedRequirement, Verdict } from '../../reports/report.ts'
import { suite } from '../suite.ts'
import { builtReport } from './testing/built-report.ts'

const verdicts: readonly Verdict[] = ['pass', 'fail', 'inconclusive', 'not-applicable', 'untested', 'error']
const conformant = await builtReport()
const mixed = await builtReport((id) => (verdicts[id.length % 9] ?? 'pass') as Verdict)
const rules = await knownRules(suite, conformant)

const written = (report: Report): string => String(renderJson(report)[0]?.content)
const copy = (report: Report): Report => parseReport(written(report))
const problemsOf = (report: Report) => verifyReport(report, rules)

/** Copies a report, deep enough for every change. */
const copyOf = (report: Report): Report => ({
  ...report,
  suite: { ...report.suite },
  totals: structuredClone(report.totals),
  requirements: report.requirements.map((one) => ({ ...one, cases: one.cases.map((each) => ({ ...each })) })),
  excluded: report.excluded.map((one) => ({ ...one })),
  observations: report.observations.map((one) => ({ ...one })),
})

/** Changes one thing in a report; `draw` decides where and to what. */
type Change = (report: Report, draw: (below: number) => number) => void

const pick = <T>(all: readonly T[], draw: (below: number) => number): T => {
  const one = all[draw(all.length)]
  if (one === undefined) throw new Error('there is nothing to draw from')
  return one
}
const requirementOf = (report: Report, draw: (below: number) => number): ReportedRequirement =>
  pick(
    report.requirements.filter(({ cases }) => cases.length > 0),
    draw,
  )
const caseOf = (report: Report, draw: (below: number) => number): ReportedCase =>
  pick(requirementOf(report, draw).cases, draw)
const otherThan = (verdict: Verdict, draw: (below: number) => number) =>
  pick(
    verdicts.filter((one) => one !== verdict),
    draw,
  )

/** Changes that the report itself or the rules reveal, even if the digest is rewritten. */
const told: Record<string, Change> = {
  'the verdict of a requirement': (report, draw) => {
    const one = pick(report.requirements, draw)
    one.verdict = otherThan(one.verdict, draw)
  },
  'a pass for another verdict': (report, draw) => {
    const passed = report.requirements.flatMap(({ cases }) =>
      cases.filter(({ verdict }) => verdict === 'pass'),
    )
    pick(passed, draw).verdict = otherThan('pass', draw)
  },
  'a case is gone': (report, draw) => {
    const { cases } = requirementOf(report, draw)
    cases.splice(draw(cases.length), 1)
  },
  'a case is there twice': (report, draw) => {
    const { cases } = requirementOf(report, draw)
    cases.push(pick(cases, draw))
  },
  'the id of a case': (report, draw) => {
    caseOf(report, draw).id += '-x'
  },
  'the title of a case': (report, draw) => {
    caseOf(report, draw).title += ' at times'
  },
  'a total': (report, draw) => {
    report.totals[pick(['must', 'should'] as const, draw)][pick(verdicts, draw)] += 1 + draw(3)
  },
  'the exit code': (report, draw) => {
    report.exitCode = pick(
      [0, 1, 3, 4, 5, 130].filter((code) => code !== report.exitCode),
      draw,
    )
  },
  'the conclusion': (report, draw) => {
    report.conclusion = pick(
      (['conformant', 'partial', 'not-conformant'] as const).filter((one) => one !== report.conclusion),
      draw,
    )
  },
  'a requirement is gone': (report, draw) => {
    report.requirements.splice(draw(report.requirements.length), 1)
  },
  'the level of a rule': (report, draw) => {
    const one = pick(report.requirements, draw)
    one.level = one.level === 'must' ? 'should' : 'must'
  },
  'the text of a rule': (report, draw) => {
    pick(report.requirements, draw)[pick(['id', 'topic', 'statement', 'quote', 'section'] as const, draw)] +=
      ' mostly'
  },
  'the reading of a rule': (report, draw) => {
    const one = pick(report.requirements, draw)
    one.reading = `${one.reading ?? ''} More or less.`
  },
  'the rules': (report, draw) => {
    report.suite.catalogueHash = report.suite.catalogueHash.replace(/^./, (first) =>
      pick(
        [...'0123456789abcdef'].filter((one) => one !== first),
        draw,
      ),
    )
  },
  'what is excluded': (report, draw) => {
    if (draw(2) === 0) report.excluded.splice(draw(report.excluded.length), 1)
    else pick(report.excluded, draw).reason += ' mostly'
  },
  'an observation': (report, draw) => {
    if (draw(2) === 0) report.observations.splice(draw(report.observations.length), 1)
    else pick(report.observations, draw).question += ' at times'
  },
}

/** Changes that only the digest reveals. */
const sealed: Record<string, Change> = {
  'the verdict of a case': (report, draw) => {
    const one = caseOf(report, draw)
    one.verdict = otherThan(one.verdict, draw)
  },
  'a count': (report, draw) => {
    const counted = pick([report, caseOf(report, draw)], draw)
    counted.exchanges += 1 + draw(100)
  },
}

const seed = Math.floor(Math.random() * 2 ** 31)

const changes = (named: Record<string, Change>) =>
  fc.record({
    from: fc.constantFrom(conformant, mixed),
    name: fc.constantFrom(...Object.keys(named)),
    draws: fc.infiniteStream(fc.nat()),
  })

/** Tries each change; a failure names the seed too. */
function everyChange(
  named: Record<string, Change>,
  numRuns: number,
  finish: (report: Report) => Report,
): void {
  const property = fc.property(changes(named), ({ from, name, draws }) => {
    const report = copyOf(from)
    named[name]?.(report, (below) => (draws.next().value ?? 0) % below)
    expect(problemsOf(finish(report)), name).not.toEqual([])
  })
  fc.assert(property, { seed, numRuns })
}

test('what a run wrote verifies, whatever its verdicts', () => {
  expect(problemsOf(copy(conformant))).toEqual([])
  expect(problemsOf(copy(mixed))).toEqual([])
  expect(new Set(mixed.requirements.map(({ verdict }) => verdict)).size).toBeGreaterThan(3)
})

describe(`of reports with one thing changed, none verifies (seed ${seed})`, () => {
  test('1,000 as they are', () => everyChange({ ...told, ...sealed }, 1000, (report) => report))
  test('300 with a digest made to fit', () => everyChange(told, 300, withDigest))
})

test.each(Object.keys(told))('rejected without the help of the digest: %s', (name) => {
  for (const from of [conformant, mixed]) {
    const report = copyOf(from)
    told[name]?.(report, (below) => below - 1)
    expect(problemsOf(withDigest(report))).not.toEqual([])
  }
})

describe('the kind of problem', () => {
  const kinds = (change: (report: Report) => void) => {
    const report = copyOf(conformant)
    change(report)
    return [...new Set(problemsOf(withDigest(report)).map(({ kind }) => kind))]
  }
  test('rules: another version', () => {
    expect(kinds((report) => (report.suite.catalogueHash = 'f'.repeat(64)))).toEqual(['rules'])
  })
  test('incomplete: interrupted, or the server ended', () => {
    expect(
      kinds((report) => Object.assign(report, { complete: false, exitCode: 130, conclusion: 'partial' })),
    ).toEqual(['incomplete'])
    expect(
      kinds((report) =>
        Object.assign(report, {
          complete: false,
          subjectEnded: 'SIGSEGV',
          exitCode: 3,
          conclusion: 'partial',
        }),
      ),
    ).toEqual(['incomplete'])
  })
  test('part: a run with --only', () => {
    expect(
      kinds((report) => {
        report.requirements = report.requirements.filter(({ topic }) => topic === 'login')
        const { must, should } = report.totals
        for (const [level, totals] of [
          ['must', must],
          ['should', should],
        ] as const)
          totals.pass = report.requirements.filter((one) => one.level === level).length
        report.pending = []
        report.conclusion = 'partial'
        report.reproduce += ' --only login'
      }),
    ).toEqual(['part'])
  })
  test('changed: no digest', () => {
    const { digest: _, ...bare } = conformant
    expect(problemsOf(bare).map(({ kind }) => kind)).toEqual(['changed'])
  })
})
