import { createHash } from 'node:crypto'
import type { ReportedCase, ReportedExchange, ReportedRequirement } from '../../reports/report.ts'
import { header } from '../wire/exchange.ts'
import { jsonIn } from '../wire/shown/json-in.ts'

/**
 * Returns how a requirement fails as a short text that is the same in every run, at every address, with every seed and
 * token. It is made of the ids of the failed cases, what each wanted, and the status and outer shape of the judged answer;
 * never of values. Undefined if the requirement did not fail.
 */
export function fingerprintOf({ verdict, cases }: Pick<ReportedRequirement, 'verdict' | 'cases'>) {
  if (verdict !== 'fail') return undefined
  const failed = cases.filter((one) => one.verdict === 'fail')
  const fixed = failed.filter((one) => !isChance(one))
  // If a property finds a fault depends on the seed, and who wins a race on the machine: both count if nothing else failed.
  const parts = fixed.length > 0 ? fixed.map(partOf) : failed.map(({ id }) => id)
  const hash = createHash('sha256').update(parts.toSorted().join('\n')).digest('hex')
  return `f1-${hash.slice(0, 16)}`
}

const isChance = ({ counterexample, race }: ReportedCase): boolean =>
  counterexample !== undefined || race === true

function partOf({ id, wanted, transcript }: ReportedCase): string {
  const judged = transcript.findLast(({ role }) => role === 'judged') ?? transcript.at(-1)
  return JSON.stringify([id, withoutNumbers(wanted ?? ''), judged ? shapeOf(judged) : 'no exchange'])
}

const withoutNumbers = (text: string) => text.replace(/\d+([.:,]\d+)*/g, '#')

/** Status, content type and the outermost names of JSON, which stay the same while users and tokens change. */
function shapeOf({ response }: ReportedExchange): string {
  if (response === null) return 'no answer'
  const type = header(response.headers, 'content-type') ?? ''
  const kind = type.split(';')[0]?.trim().toLowerCase() ?? ''
  return `${response.status} ${kind} ${namesIn(response.truncated ? '' : response.body)}`
}

function namesIn(body: string): string {
  const json = jsonIn(body)
  if (json === undefined) return ''
  if (Array.isArray(json)) return json.length === 0 ? 'an empty list' : 'a list'
  return typeof json === 'object' && json !== null ? Object.keys(json).toSorted().join(' ') : typeof json
}
