import type { ReportedExchange } from '../../reports/report.ts'
import { bodyText } from '../client/answer.ts'
import { header } from '../wire/exchange.ts'
import { maskedLength, maskFields, maskHeaders, maskTarget } from '../wire/mask-fields.ts'
import { curlLine } from './curl-line.ts'
import type { Run } from './run.ts'
import type { Traced } from './trace.ts'

/** Longest body that a report shows, in characters. */
const bodyLimit = 4000

/** An exchange as the report shows it: in order, with secrets masked and long bodies cut. */
export function reportedExchange(
  run: Run,
  { role, exchange, failure }: Traced,
  number: number,
): ReportedExchange {
  const sent = exchange?.request ?? failure?.request
  if (!sent) throw new Error('an exchange without a request')
  const { secrets, wire } = run
  const headers = maskHeaders(sent.headers).map(([name, value]): [string, string] => [
    name,
    secrets.mask(value),
  ])
  const body = sent.body === undefined ? null : text(sent.body, header(sent.headers, 'content-type'))
  const request = {
    method: sent.method,
    url: secrets.mask(wire.origin + maskTarget(sent.target)),
    headers,
    body,
  }
  const isWhole = (sent.body?.length ?? 0) <= bodyLimit
  const curl = isWhole ? curlLine(request) : undefined
  return {
    number,
    role,
    request,
    response: exchange
      ? {
          status: exchange.response.status,
          headers: maskHeaders(exchange.response.headers).map(([name, value]) => [name, secrets.mask(value)]),
          body: text(bodyText(exchange), header(exchange.response.headers, 'content-type')),
          truncated: exchange.response.truncated || exchange.response.body.length > bodyLimit,
        }
      : null,
    error: failure ? secrets.mask(failure.message) : null,
    atMs: Math.round(exchange?.sentAt ?? 0),
    durationMs: exchange ? Math.round(exchange.answeredAt - exchange.sentAt) : 0,
    ...(curl === undefined ? {} : { curl }),
  }

  function text(bytes: string | Uint8Array, type: string | undefined): string {
    const whole = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes)
    const masked = secrets.mask(maskFields(whole.slice(0, maskedLength), type))
    return masked.length > bodyLimit ? `${masked.slice(0, bodyLimit)}…` : masked
  }
}
