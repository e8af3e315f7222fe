import { maskTarget } from '../wire/shown/mask-fields.ts'
import { header, type Exchange, type Header } from '../wire/exchange.ts'
import { bodyForReport } from '../wire/shown/body-for-report.ts'
import { wholeOrLength } from '../wire/shown/shortened.ts'

const bodyLength = 160
const targetLength = 300

/**
 * Describes an exchange in a line for messages: `GET /path (Authorization: Bearer) answered 401 {"error":"…"}`. Fields with
 * a secret's name are masked here, known secrets when the report is made.
 * @param why what is wrong with the answer; written before the body, which may be long: `answered 200 (a token): {…}`
 */
export function saidBy(exchange: Exchange, why?: string): string {
  const { request, response } = exchange
  const { method, headers } = request
  const target = wholeOrLength(maskTarget(request.target), targetLength)
  const body = bodyForReport(exchange, bodyLength).replaceAll(/\s+/g, ' ').trim()
  const reason = why === undefined ? '' : ` (${why})${body === '' ? '' : ':'}`
  const status = `${response.status}${leadsTo(response)}`
  return `${method} ${target}${presented(headers)} answered ${status}${reason}${body === '' ? '' : ` ${body}`}`
}

/** Where a redirect leads: ` to /auth/login/`. */
function leadsTo({ status, headers }: Exchange['response']): string {
  const location = status >= 300 && status < 400 ? header(headers, 'location') : undefined
  return location === undefined ? '' : ` to ${wholeOrLength(maskTarget(location), targetLength)}`
}

/** How a request authenticates, without the credential itself. */
function presented(headers: readonly Header[]): string {
  const scheme = /^(Bearer|Token|Signature)(?= )/i.exec(header(headers, 'authorization') ?? '')?.[0]
  const hasSession = /(^|; *)sessionid=/.test(header(headers, 'cookie') ?? '')
  const ways = [
    ...(scheme === undefined ? [] : [`Authorization: ${scheme}`]),
    ...(hasSession ? ['Cookie: sessionid'] : []),
  ]
  return ways.length === 0 ? '' : ` (${ways.join(', ')})`
}
