import { createHash } from 'node:crypto'
import type { ReportedCase, ReportedExchange, ReportedRequirement } from '../../reports/report.ts'

/**
 * How a requirement fails, as a short text: the same in every run, at every address, with every seed and token. Made of
 * the ids of the failed cases, what each wanted, and the status and the outer shape of the answer judged; never of values.
 * Undefined where the requirement did not fail.
 */
export function fingerprintOf({ verdict, cases }: Pick<ReportedRequirement, 'verdict' | 'cases'>) {
  if (verdict !== 'fail') return undefined
  const failed = cases.filter((one) => one.verdict === 'fail')
  const fixed = failed.filter((one) => !isChance(one))
  // Whether a property meets a fault rests on the seed, who wins a race on the machine: they count where nothing else failed.
  const parts = fixed.length > 0 ? fixed.map(partOf) : failed.map(({ id }) => id)
  const hash = createHash('sha256').update(parts.toSorted().join('\n')).digest('hex')
  return `f1-${hash.slice(0, 16)}`
}

/** A property, or a race: cases that send requests at the same time say so at the end of their title. */
const isChance = ({ id, counterexample }: ReportedCase): boolean =>
  counterexample !== undefined || id.endsWith('-at-once')

function partOf({ id, wanted, transcript }: ReportedCase): string {
  const judged = transcript.findLast(({ role }) => role === 'judged') ?? transcript.at(-1)
  return JSON.stringify([id, withoutNumbers(wanted ?? ''), judged ? shapeOf(judged) : 'no exchange'])
}

const withoutNumbers = (text: string) => text.replace(/\d+([.:,]\d+)*/g, '#')

/** Status, kind of body and the outermost names of JSON: users and tokens come and go, these don't. */
function shapeOf({ response }: ReportedExchange): string {
  if (response === null) return 'no answer'
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const kind = type.split(';')[0]?.trim().toLowerCase() ?? ''
  return `${response.status} ${kind} ${namesIn(response.truncated ? '' : response.body)}`
}

function namesIn(body: string): string {
  try {
    const json: unknown = JSON.parse(body)
    if (Array.isArray(json)) return json.length === 0 ? 'an empty list' : 'a list'
    return typeof json === 'object' && json !== null ? Object.keys(json).toSorted().join(' ') : typeof json
  } catch {
    return ''
  }
}
