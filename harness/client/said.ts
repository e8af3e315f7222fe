import { shortened } from '../wire/shortened.ts'
import { maskFields, maskedLength, maskTarget } from '../wire/mask-fields.ts'
import type { Secrets } from '../wire/masking.ts'
import { header, type Exchange, type Header } from '../wire/exchange.ts'
import { bodyText } from './answer.ts'

/** What an exchange said, in a line for messages: `GET /path (Authorization: Bearer) answered 401 {"error":"…"}`. */
export function saidBy(exchange: Exchange, secrets: Secrets): string {
  const { method, target, headers } = exchange.request
  const body = shortened(secrets.mask(maskFields(bodyText(exchange).slice(0, maskedLength))), 160)
  return secrets.mask(
    `${method} ${maskTarget(target)}${presented(headers)} answered ${exchange.response.status}${body === '' ? '' : ` ${body}`}`,
  )
}

/** The way in that a request took, without the credential itself. */
function presented(headers: readonly Header[]): string {
  const scheme = /^(Bearer|Token|Signature)(?= )/i.exec(header(headers, 'authorization') ?? '')?.[0]
  const hasSession = /(^|; *)sessionid=/.test(header(headers, 'cookie') ?? '')
  const ways = [
    ...(scheme === undefined ? [] : [`Authorization: ${scheme}`]),
    ...(hasSession ? ['Cookie: sessionid'] : []),
  ]
  return ways.length === 0 ? '' : ` (${ways.join(', ')})`
}
