import { expect, test } from 'vitest'
import type { ReportedCase, Verdict } from '../report.ts'
import { createSampleReport } from '../testing/sample-report.ts'
import { matrix } from './matrix.ts'
import { Markup } from './markup.ts'

const sample = createSampleReport()
const [some] = sample.requirements
const each = (id: string, verdict: Verdict, families?: ReportedCase['families']): ReportedCase => ({
  ...some!.cases[0]!,
  id,
  verdict,
  ...(families && { families }),
})
/** The rows as text: method, then a cell for each family. */
function rowsOf(...cases: [topic: string, ReportedCase][]): string[][] {
  const requirements = cases.map(([topic, one]) => ({
    ...some!,
    id: one.id.split('/')[0]!,
    topic,
    cases: [one],
  }))
  const html = matrix({ ...sample, requirements })
  if (!(html instanceof Markup)) return []
  const rows = html.text.split('<tbody>')[1]!.split('</tr>').slice(0, -1)
  return rows.map((row) =>
    row.split(/<\/t[hd]>/).map((cell) =>
      cell
        .replace(/<[^>]+>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  )
}

test('a row per method, a cell per family, the worst verdict in it', () => {
  const rows = rowsOf(
    ['login', each('login.json/a', 'pass', ['users-v1'])],
    ['mfa', each('mfa.wrong-code/a', 'fail', ['users-v1'])],
    ['signature', each('signature.accepted/a', 'pass', ['users-v1', 'v1'])],
  )
  expect(rows).toEqual([
    ['Token', '✕ failed 1 of 2', 'no case', ''],
    ['Access key signature', '✓ passed all 1', '✓ passed all 1', ''],
  ])
})

test('topics of all methods are divided by what their cases name, and by their words if nothing was sent', () => {
  const rows = rowsOf(
    ['users', each('users.json/to-a-private-token-on-v1', 'pass', ['v1'])],
    ['users', each('users.same-list/by-a-token-and-by-a-session-on-v1', 'fail', ['v1'])],
    ['anonymous', each('anonymous.unknown-key/with-none-declared-on-users-v1', 'not-applicable')],
    ['anonymous', each('anonymous.no-credentials/on-the-v1-list', 'pass', ['v1'])],
  )
  expect(rows.map(([method, older, newer]) => [method, older, newer])).toEqual([
    ['Session', 'no case', '✕ failed all 1'],
    ['Token', 'no case', '✕ failed all 1'],
    ['Private token', 'no case', '✓ passed all 1'],
    ['Access key signature', '– not applicable all 1', 'no case'],
    ['No credentials', 'no case', '✓ passed all 1'],
  ])
})
