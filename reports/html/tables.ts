import type { Observation, Report } from '../report.ts'
import { prose, section, table } from './marks.ts'
import { markup, type Value } from './markup.ts'

/** How the server behaves where the specification is silent: measured, never judged. */
export function observations({ observations: all }: Report): Value {
  if (all.length === 0) return null
  return section(
    'observations',
    'Where the specification is silent',
    'Measured, never judged: the specification allows any answer.',
    [
      [...grouped(all)].map(([part, group]) => [
        markup`<h3>${part}</h3>`,
        table(
          `Observations: ${part}`,
          ['Question', 'Answer', '“Not shown”'],
          group.map(({ question, answer, reason, quote }, index) => [
            prose(question),
            answer === null ? markup`<span class="meta">${reason ?? 'not measured'}</span>` : lines(answer),
            // A quote is not repeated from row to row.
            quote === group[index - 1]?.quote
              ? markup`<span class="meta" role="img" aria-label="as above">″</span>`
              : markup`<span class="meta">${prose(quote)}</span>`,
          ]),
        ),
      ]),
    ],
  )
}

const PARTS: readonly [part: string, ids: RegExp][] = [
  ['What answers look like', /^(refusal|status)/],
  ['Login and second step', /^(numeric|form|newer|seed|code|lockout)/],
  ['Tokens', /^(token|scheme|two-credentials)/],
  ['Sessions', /^(session|web-login|cookie)/],
  ['Signatures', /^(sign|header|date|x-date|rsa|algorithms|duplicate|loose)/],
  ['The list of users', /^(user-fields|list)/],
]

function partOf({ id }: Observation): string {
  const name = id.slice(id.indexOf('.') + 1)
  return PARTS.find(([, ids]) => ids.test(name))?.[0] ?? 'The server as a whole'
}

/** Observations by the part of the API they are about, in the order of the parts' first questions. */
function grouped(all: readonly Observation[]): Map<string, Observation[]> {
  const parts = new Map<string, Observation[]>()
  for (const each of all) parts.set(partOf(each), [...(parts.get(partOf(each)) ?? []), each])
  return parts
}

/** An answer with each finding on its own line. */
function lines(answer: string): Value {
  return answer.split('; ').map((finding, index) => [index > 0 && markup`<br>`, finding])
}

/** Sentences that no test from outside the server can judge, each with the reason. */
export function excluded({ excluded: all }: Report): Value {
  if (all.length === 0) return null
  return section('excluded', 'Excluded', 'Sentences that no test from outside can judge.', [
    table(
      'Excluded',
      ['Statement', 'Reason', 'Quote'],
      all.map(({ statement, reason, quote }) => [
        statement,
        reason,
        markup`<span class="meta">${prose(quote)}</span>`,
      ]),
    ),
  ])
}
