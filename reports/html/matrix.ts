import { METHODS, methodsOf } from '../methods.ts'
import type { Report, ReportedCase, ReportedRequirement, Verdict } from '../report.ts'
import { anchorOf, verdictMark, section, table } from './marks.ts'
import { markup, type Value } from './markup.ts'

const FAMILIES = [
  ['users-v1', 'older', '/api/users/v1/', /users-v1|\bolder\b/],
  ['v1', 'newer', '/api/v1/', /(?<!users-)\bv1\b|\bnewer\b/],
] as const

// Same order as when cases fold into a requirement: judged verdicts come before the others.
const WORST_FIRST: Verdict[] = ['fail', 'error', 'inconclusive', 'pass', 'untested', 'not-applicable']

const UNJUDGED: Verdict[] = ['untested', 'not-applicable']

type Judged = [requirement: ReportedRequirement, each: ReportedCase]

/** Methods by path families: the worst verdict, its number of cases, and a link to the first of them. */
export function matrix({ requirements }: Report): Value {
  const all = requirements.flatMap((requirement) =>
    requirement.cases.map((each): Judged => [requirement, each]),
  )
  const rows = METHODS.map((method) => {
    const own = all.filter(([requirement, each]) => methodsOf(requirement, each).includes(method))
    return [method, ...FAMILIES.map((family) => own.filter(([, each]) => isAt(family, each)))] as const
  }).filter(([, ...cells]) => cells.some((cases) => cases.length > 0))
  if (rows.length === 0) return null
  return section(
    'matrix',
    'Methods by path families',
    'For each method and path family, the worst verdict of its cases.',
    [
      table(
        'Matrix',
        ['Method', ...FAMILIES.map(([, name, path]) => markup`${name} <code>${path}</code>`)],
        rows.map(([method, ...cells]) => [method, ...cells.map(cell)]),
      ),
    ],
  )
}

/** A case that sent no request can only name its family in its title. */
function isAt([family, , , words]: (typeof FAMILIES)[number], { id, families }: ReportedCase): boolean {
  return families === undefined ? words.test(id) : families.includes(family)
}

function cell(cases: readonly Judged[]): Value {
  const worst = WORST_FIRST.find((verdict) => cases.some(([, each]) => each.verdict === verdict))
  const first = cases.find(([, each]) => each.verdict === worst)
  if (worst === undefined || first === undefined) return markup`<span class="meta">no case</span>`
  const number = cases.filter(([, each]) => each.verdict === worst).length
  // Cases that were not judged don't count in the total.
  const judged = cases.filter(([, { verdict }]) => verdict === worst || !UNJUDGED.includes(verdict)).length
  const share = number === judged ? `all ${number}` : `${number} of ${judged}`
  return markup`<a href="#${anchorOf(first[0].id)}">${verdictMark(worst)} <span class="share-of">${share}</span></a>`
}
