import type { CaseResult, Observed } from './results.ts'
import type { ReportedExchange } from '../../reports/report.ts'
import { curlLine } from './curl-line.ts'
import { listPath, loginPath, secondStepPath } from '../facts/families.ts'
import { createSecrets, type Secrets } from '../wire/shown/masking.ts'
import { signingStringOf } from './signing-string-of.ts'
import { isCut } from '../wire/shown/cut.ts'
import { shortened } from '../wire/shown/shortened.ts'
import { onlyLegible } from '../wire/shown/legible.ts'
import { bodyLimit, withoutNumbers } from '../wire/shown/shown-body.ts'
import { mapCase, mapObservation, type TextMap } from './foreign-texts.ts'

/** The longest answer to an open question, in characters. */
const answerLength = 1000

/** Masks everything that a report takes from the server or the declaration, once every secret of the run is known. */
export interface RunMask {
  /** The masked secrets, for the search before anything is written. */
  secrets: Secrets
  result(result: CaseResult): CaseResult
  observed(observed: Observed): Observed
  line(text: string): string
}

export const noMask = (): RunMask => createRunMask({ secrets: [], own: [], results: [] })

export interface RunMaskInput {
  secrets: readonly { value: string; label: string }[]
  /** Our own words, which every report contains: the catalogue, the titles of cases. */
  own: readonly string[]
  /** The run's results; their sentences contain words of ours too. */
  results: Iterable<CaseResult>
}

export function createRunMask({ secrets: known, own, results }: RunMaskInput): RunMask {
  const said = [...results].flatMap(({ title, wanted }) => [title, wanted ?? ''])
  const secrets = createSecrets({ own: [...own, ...said, apiWords] })
  for (const { value, label } of known) secrets.add(value, label)
  const { mask } = secrets
  const map: TextMap = { foreign: (text) => onlyLegible(mask(text)), sent: mask }
  return {
    secrets,
    result(result) {
      const masked = mapCase(result, map)
      return { ...masked, transcript: masked.transcript.map(limited).map(withCopies) }
    },
    observed: (observed) => mapObservation(observed, (text) => shortened(map.foreign(text), answerLength)),
    line: mask,
  }
}

function limited(exchange: ReportedExchange): ReportedExchange {
  const { request, response } = exchange
  return {
    ...exchange,
    // The URL may come from the server: it says where to send a one-time code, and where a redirect leads.
    request: { ...request, url: withoutNumbers(request.url), body: request.body && cut(request.body) },
    response: response && { ...response, body: cut(response.body) },
  }
}

const cut = (body: string) => (body.length > bodyLimit ? `${body.slice(0, bodyLimit)}…` : body)

/** Adds a curl line and the signing string to a request that is shown whole. */
function withCopies(exchange: ReportedExchange): ReportedExchange {
  const { url, headers, body } = exchange.request
  const isLong =
    (body?.length ?? 0) > bodyLimit || [url, body ?? '', ...headers.flat()].some(isCut) || url.includes('‹')
  if (isLong) return exchange
  const curl = curlLine(exchange.request)
  const signingString = signingStringOf(exchange.request)
  return {
    ...exchange,
    ...(curl === undefined ? {} : { curl }),
    ...(signingString === undefined ? {} : { signingString }),
  }
}

/** Words of the API and of HTTP, which transcripts contain whatever the server says. */
const apiWords = [
  ...Object.values(loginPath),
  ...Object.values(listPath),
  secondStepPath,
  '/api/v1/authentication/otp/verify/ /core/auth/login/ /api/docs/',
  'application/json; charset=utf-8 application/x-www-form-urlencoded text/html; text/plain; */*',
  'Accept-Encoding Accept-Language Access-Control-Allow-Origin Authorization Bearer Cache-Control Connection',
  'Content-Encoding Content-Language Content-Length Content-Type Cookie Cross-Origin ETag Expires Forwarded',
  'Keep-Alive Last-Modified Location Origin Pragma Proxy-Authorization Referer Referrer-Policy Retry-After',
  'Server Set-Cookie HttpOnly SameSite=Lax; Secure Strict-Transport-Security Transfer-Encoding Upgrade User-Agent',
  'Vary Via WWW-Authenticate X-Content-Type-Options X-CSRFToken X-Forwarded-For X-Forwarded-Host',
  'X-Forwarded-Proto X-Frame-Options X-JMS-ORG X-Request-ID X-Requested-With XMLHttpRequest DENY SAMEORIGIN',
  'no-cache no-store must-revalidate max-age=0 identity gzip, deflate, br keep-alive close chunked',
  'username password otp_code otp_url sessionid signature keyId algorithm hmac-sha256 (request-target)',
  'expected, but POST GET answered: a valid login was rejected, a valid request was rejected, a second-factor challenge came',
  'got no complete answer: the server closed the connection without an answer within 10000 ms; to be tried again after',
  'undefined null true false NaN [object Object] localhost 127.0.0.1 0.0.0.0 anonymous administrator',
].join('\n')
