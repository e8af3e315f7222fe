import type { ReportedExchange } from '../../reports/report.ts'
import { header } from '../wire/exchange.ts'
import { hiddenBody } from '../wire/shown/body-for-report.ts'
import { maskFields, maskHeaders, maskTarget } from '../wire/shown/mask-fields.ts'
import { bodyTextOf } from '../wire/shown/readings.ts'
import { onlyLegible } from '../wire/shown/legible.ts'
import { bodyLimit, shownBody } from '../wire/shown/shown-body.ts'
import type { Played } from './played.ts'
import type { Recorded } from './recorded.ts'

type Reported = Pick<Played, 'origin' | 'otherOrigin' | 'hidesBodies' | 'identities'>

/** Converts an exchange to the report's form. Secrets are masked later, when all of the run are known. */
export function reportCall(
  { at, request, answer, sentAt, answeredAt, disturbed }: Recorded,
  { origin, otherOrigin, hidesBodies, identities }: Reported,
  number: number,
  role: ReportedExchange['role'],
): ReportedExchange {
  const fields = (headers: Recorded['request']['headers']) =>
    maskHeaders(headers).map(([name, value]): [string, string] => [name, value])
  const base = at === 'api' ? origin : otherOrigin
  const sent = withoutPasswords(bodyTextOf(request.body), identities).slice(0, 2 * bodyLimit)
  return {
    number,
    role,
    request: {
      method: request.method,
      url: base + maskTarget(request.target),
      headers: fields(request.headers),
      body: request.body.length === 0 ? null : maskFields(sent, header(request.headers, 'content-type')),
    },
    response: answer
      ? {
          status: answer.status,
          headers: fields(answer.headers).map(([name, value]) => [name, onlyLegible(value)]),
          body: (hidesBodies ? hiddenBody : shownBody)(answer.body, header(answer.headers, 'content-type')),
          truncated: answer.body.length > bodyLimit,
        }
      : null,
    error: answer ? null : at === 'other' ? 'sent to another origin' : (disturbed ?? 'no complete answer'),
    atMs: Math.round(sentAt),
    durationMs: Math.round(answeredAt - sentAt),
  }
}

/** Hides passwords that a body has without any escaping, because fields that are not escaped can't be told apart. */
const withoutPasswords = (body: string, { plain, mfa }: Reported['identities']): string =>
  [plain.password, mfa.password]
    .filter((password) => password !== '')
    .reduce((text, password) => text.replaceAll(password, '***'), body)
