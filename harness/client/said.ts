import type { Secrets } from '../wire/masking.ts'
import type { Exchange } from '../wire/exchange.ts'
import { bodyText } from './answer.ts'
import { maskFields, maskTarget } from '../wire/mask-fields.ts'

/** What an exchange said, in a line for messages: `POST /path answered 200 {"token":"***"}`. */
export function saidBy(exchange: Exchange, secrets: Secrets): string {
  const { method, target } = exchange.request
  const text = maskFields(bodyText(exchange).slice(0, 4000))
  const body = text.replaceAll(/\s+/g, ' ').trim()
  const short = body.length > 160 ? `${body.slice(0, 160)}…` : body
  return secrets.mask(
    `${method} ${maskTarget(target)} answered ${exchange.response.status}${short === '' ? '' : ` ${short}`}`,
  )
}
