import type { ReportedExchange } from '../../reports/report.ts'
import { hiddenBody } from '../wire/body-for-report.ts'
import { maskFields, maskHeaders, maskTarget } from '../wire/mask-fields.ts'
import { bodyTextOf } from '../wire/readings.ts'
import { onlyLegible } from '../wire/legible.ts'
import { bodyLimit, shownBody } from '../wire/shown-body.ts'
import type { Played } from './played.ts'
import { headerOf, type Recorded } from './recorded.ts'

/** Converts an exchange to the report's form. Secrets are masked later, when all of the run are known. */
export function reportCall(
  { at, request, answer, sentAt, answeredAt, disturbed }: Recorded,
  { origin, otherOrigin, hidesBodies }: Pick<Played, 'origin' | 'otherOrigin' | 'hidesBodies'>,
  number: number,
  role: ReportedExchange['role'],
): ReportedExchange {
  const fields = (headers: Recorded['request']['headers']) =>
    maskHeaders(headers).map(([name, value]): [string, string] => [name, value])
  const base = at === 'api' ? origin : otherOrigin
  const sent = bodyTextOf(request.body).slice(0, 2 * bodyLimit)
  return {
    number,
    role,
    request: {
      method: request.method,
      url: base + maskTarget(request.target),
      headers: fields(request.headers),
      body: request.body.length === 0 ? null : maskFields(sent, headerOf(request.headers, 'content-type')),
    },
    response: answer
      ? {
          status: answer.status,
          headers: fields(answer.headers).map(([name, value]) => [name, onlyLegible(value)]),
          body: (hidesBodies ? hiddenBody : shownBody)(answer.body, headerOf(answer.headers, 'content-type')),
          truncated: answer.body.length > bodyLimit,
        }
      : null,
    error: answer ? null : at === 'other' ? 'sent to another origin' : (disturbed ?? 'no complete answer'),
    atMs: Math.round(sentAt),
    durationMs: Math.round(answeredAt - sentAt),
  }
}
