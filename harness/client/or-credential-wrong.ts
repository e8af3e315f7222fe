import { idOfCase } from '../run/current-case.ts'
import type { Run } from '../run/run.ts'
import { header, type Exchange } from '../wire/exchange.ts'
import { orGateway } from './or-gateway.ts'

/**
 * Another possible reason why a declared private token or access key opened no list; empty if it opened one in this run, for
 * any other request, and outside of cases.
 */
export function orCredentialWrong({ declaration, firstUses, wire }: Run, exchange: Exchange): string {
  const { privateTokens, accessKeys } = declaration
  const token = /^Token (.+)$/.exec(authorizationOf(exchange))?.[1]
  const keyId = keyIdIn(exchange)
  const used = token ?? keyId
  // Doctor has its own advice.
  if (used === undefined || firstUses.has(used) || idOfCase() === undefined) return ''
  const { plain, mfa } = privateTokens
  const fields: (readonly [field: string, text: string | false | undefined])[] = [
    ['privateTokens.plain', plain && plain.token],
    ['privateTokens.mfa', mfa && mfa.token],
    ...(accessKeys || []).map((key, at) => [`accessKeys[${at}]`, key.keyId] as const),
  ]
  const found = fields.find(([, text]) => text === used)
  if (!found) return ''
  const isCut = keyId !== undefined && wire.prefix !== ''
  const orCut = isCut ? `; or a proxy takes ${wire.prefix} off the path, which was signed` : ''
  return `${orGateway(exchange)}; or the declared ${found[0]} is wrong: run conformance doctor${orCut}`
}

/** The key ID that a signed request names; undefined if it is not signed. */
export const keyIdIn = (exchange: Exchange): string | undefined =>
  /^Signature .*\bkeyId="([^"]*)"/.exec(authorizationOf(exchange))?.[1]

const authorizationOf = ({ request }: Exchange): string => header(request.headers, 'authorization') ?? ''
