import type { ReportedExchange } from '../../reports/report.ts'
import { cutFields, textLimit, wholeOrDigest } from '../wire/shown/cut.ts'
import { header, type Exchange } from '../wire/exchange.ts'
import { maskFields, maskHeaders, maskTarget } from '../wire/shown/mask-fields.ts'
import { bodyTextOf } from '../wire/shown/readings.ts'
import { traceIdOf } from '../wire/traceparent.ts'
import { bodyForReport } from '../wire/shown/body-for-report.ts'
import { bodyLimit } from '../wire/shown/shown-body.ts'
import type { Run } from '../run/run.ts'
import type { Traced } from '../run/trace.ts'

/**
 * An exchange as the report shows it, except for secrets, most of which are masked at the end of the run. Only those in
 * fields with a secret's name are masked here. A request is shown in full, an answer as far as `shownBody` shows it.
 * @param violating the answer that failed the case
 */
export function reportedExchange(
  { wire }: Pick<Run, 'wire'>,
  { role, exchange, failure, shown }: Traced,
  number: number,
  violating?: Exchange,
): ReportedExchange {
  const sent = exchange?.request ?? failure?.request
  if (!sent) throw new Error('an exchange without a request')
  const answer = exchange?.response
  const traceId = traceIdOf(sent.headers)
  return {
    number,
    role,
    // The trace holds a copy of a large answer, without its body, so the requests are compared.
    ...(violating !== undefined && violating.request === exchange?.request
      ? { violates: true as const }
      : {}),
    request: {
      method: sent.method,
      url: wholeOrDigest(urlOf(wire, maskTarget(sent.target)), 4 * textLimit),
      headers: fieldsOf(sent.headers),
      body: sent.body === undefined ? null : sentBody(sent.body, header(sent.headers, 'content-type')),
    },
    response: answer
      ? {
          status: answer.status,
          headers: fieldsOf(answer.headers),
          body: shown ?? (exchange ? bodyForReport(exchange) : ''),
          truncated: answer.truncated || shown !== undefined || answer.body.length > bodyLimit,
        }
      : null,
    ...(traceId === undefined ? {} : { traceId }),
    error: failure ? wholeOrDigest(failure.message) : null,
    atMs: Math.round(exchange?.sentAt ?? 0),
    durationMs: exchange ? Math.round(exchange.answeredAt - exchange.sentAt) : 0,
  }
}

const fieldsOf = (headers: Parameters<typeof maskHeaders>[0]) => cutFields(maskHeaders(headers))

/** Exactly what was sent, since it is ours. The limit is larger than for answers, and nothing is cut, so no secret is. */
function sentBody(body: string | Uint8Array, type: string | undefined): string {
  const text = typeof body === 'string' ? body : bodyTextOf(body)
  return wholeOrDigest(maskFields(text, type), 2 * bodyLimit)
}

/** A target may be a whole URL already, or a path that starts with two slashes. */
const urlOf = ({ origin }: Run['wire'], target: string): string =>
  target.startsWith('/') ? origin + target : target
