import { rulesIn } from '../../reports/rules-in.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Level, Observation, Report, ReportedRequirement } from '../../reports/report.ts'
import { few } from '../../reports/words.ts'
import { concludeFrom } from './fold.ts'
import type { KnownRules, ReportProblem } from './known-rules.ts'
import { measuredFor, type OpenQuestionEntry } from './observations.ts'
import { casesOf, flagsOf } from './verify-consistency.ts'

/** Where a report differs from the rules of this version, or has only a part of them. */
export function ruleProblems(report: Report, rules: KnownRules): ReportProblem[] {
  const { name, version, catalogueHash, requirementSet } = report.suite
  if (catalogueHash !== rules.catalogueHash) {
    const message =
      version === rules.version
        ? `its catalogueHash is not that of ${name} ${version}`
        : `it was judged by the rules of ${name} ${version}, which are not those of this version, ${rules.version}: check it with "npx -p ${name}@${version} conformance verify"`
    return [{ kind: 'rules', message }]
  }
  const levels = rules.requirementSets?.get(requirementSet ?? '')
  if (rules.requirementSets && !levels)
    return [changed(`there is no set of requirements "${requirementSet ?? ''}"`)]
  const own = (id: string) => rules.requirements.get(id)?.level
  const levelOf = (id: string) => (levels ? levels.get(id) : own(id))
  const { requirements, pending = [] } = report
  const measured = measuredFor(rules.openQuestions, report.observations)
  const pendingLevel = (id: string) => (levelOf(id) ? undefined : own(id))
  return [
    ...requirements.flatMap((one) => ofRequirement(one, levelOf(one.id), measured, rules)),
    ...pending.flatMap((one) => ofRequirement(one, pendingLevel(one.id), measured, rules)),
    ...(isDeepStrictEqual(report.excluded, [...rules.excluded])
      ? []
      : [changed('excluded is not that of these rules')]),
    ...ofObservations(report, rules),
    ...ofWhole(report, rules),
  ]
}

const changed = (message: string): ReportProblem => ({ kind: 'changed', message })

function ofRequirement(
  one: ReportedRequirement,
  level: Level | undefined,
  measured: ReadonlyMap<string, string>,
  { requirements, topicOf, cases }: KnownRules,
): ReportProblem[] {
  const entry = requirements.get(one.id)
  if (!entry || level === undefined) return [changed(`${one.id} is not a requirement of these rules`)]
  const told = {
    topic: topicOf(one.id),
    level,
    statement: entry.statement,
    quote: entry.source.quote,
    section: entry.source.section,
    reading: entry.reading,
    measured: measured.get(one.id),
  }
  const wrong = (Object.keys(told) as (keyof typeof told)[]).filter((name) => one[name] !== told[name])
  const strangers = cases ? casesOf(one).filter((id) => cases.get(id)?.requirement !== one.id) : []
  const renamed = one.cases.filter((each) => {
    const known = cases?.get(each.id)
    return known && (known.title !== each.title || known.changed !== each.changed)
  })
  return [
    ...wrong.map((name) => changed(`${one.id}: ${name} is not that of these rules`)),
    ...strangers.map((id) => changed(`${id} is not a case of this version`)),
    ...renamed.map(({ id }) => changed(`${id} has a different title, or changes something else`)),
  ]
}

function ofObservations({ observations }: Report, { openQuestions }: KnownRules): ReportProblem[] {
  const known = [...openQuestions].map(
    ([
      id,
      {
        question,
        source: { quote },
      },
    ]) => ({ id, question, quote }),
  )
  const told = observations.map(({ id, question, quote }) => ({ id, question, quote }))
  return [
    ...(isDeepStrictEqual(told, known) ? [] : [changed('observations are not those of these rules')]),
    ...observations
      .filter((one) => !isAnswered(one, openQuestions.get(one.id)))
      .map(({ id }) => changed(`${id} has to have either an answer or a reason`)),
  ]
}

function isAnswered({ answer, reason }: Observation, question: OpenQuestionEntry | undefined): boolean {
  if (question?.excluded !== undefined) return answer === null && reason === question.excluded
  return (answer === null) !== (reason === undefined)
}

/** What this report lacks compared to a whole run, and a conclusion that it therefore can't have. */
function ofWhole(report: Report, rules: KnownRules): ReportProblem[] {
  const flags = flagsOf(report.reproduce)
  const part = partsIn(report, rules, flags)
  const whole = part.length === 0 && report.complete
  const judged = { totals: report.totals, requireComplete: flags.has('--require-complete') }
  const expected = concludeFrom({ ...judged, strict: flags.has('--strict'), whole })
  const problems: ReportProblem[] = part.map((message) => ({ kind: 'part', message }))
  return report.conclusion === expected
    ? problems
    : [...problems, changed(`its conclusion is ${report.conclusion}, but by its cases ${expected}`)]
}

function partsIn(report: Report, rules: KnownRules, flags: ReadonlySet<string>): string[] {
  const all = rulesIn(report)
  const ids = new Set(all.map(({ id }) => id))
  const lacking = [...rules.requirements.keys()].filter((id) => !ids.has(id))
  const told = new Set(all.flatMap(casesOf))
  const unheard = [...(rules.cases?.values() ?? [])]
    .filter(
      ({ id, depth, requirement }) =>
        ids.has(requirement) && (!depth || flags.has('--depth')) && !told.has(id),
    )
    .map(({ id }) => id)
  const narrowing = ['--only', '--skip', '--scenario'].filter((flag) => flags.has(flag))
  return [
    ...(report.shard ? [`it is shard ${report.shard.index}/${report.shard.count}`] : []),
    ...(narrowing.length === 0 ? [] : [`it comes from a run with ${narrowing.join(' and ')}`]),
    ...(lacking.length === 0 ? [] : [`it covers only a part of the rules: it lacks ${few(lacking)}`]),
    ...(unheard.length === 0 ? [] : [`it lacks cases: ${few(unheard)}`]),
  ]
}
