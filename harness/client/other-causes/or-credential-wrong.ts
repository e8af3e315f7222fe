import { idOfCase } from '../../run/current-case.ts'
import type { Run } from '../../run/run.ts'
import { header, type Exchange } from '../../wire/exchange.ts'
import { orGateway } from './or-gateway.ts'

/**
 * Other possible reasons why a declared private token or access key opened no list: a gateway, or the declaration. Empty if it
 * opened one in this run, and for any other request; outside of cases, only the gateway is named.
 */
export function orCredentialWrong(run: Run, exchange: Exchange): string {
  const { declaration, firstUses, wire } = run
  const { privateTokens, accessKeys } = declaration
  const token = /^Token (.+)$/.exec(authorizationOf(exchange))?.[1]
  const keyId = keyIdIn(exchange)
  const used = token ?? keyId
  if (used === undefined || firstUses.has(used)) return ''
  const { plain, mfa } = privateTokens
  const fields: (readonly [field: string, text: string | false | undefined])[] = [
    ['privateTokens.plain', plain && plain.token],
    ['privateTokens.mfa', mfa && mfa.token],
    ...(accessKeys || []).map((key, at) => [`accessKeys[${at}]`, key.keyId] as const),
  ]
  const found = fields.find(([, text]) => text === used)
  if (!found) return ''
  const gateway = orGateway(run, exchange)
  // Doctor has its own advice.
  if (idOfCase() === undefined) return gateway
  const isCut = keyId !== undefined && wire.prefix !== ''
  const orCut = isCut ? `; or a proxy takes ${wire.prefix} off the path, which was signed` : ''
  return `${gateway}; or the declared ${found[0]} is wrong: run conformance doctor${orCut}`
}

/** Says that a rejected signature or code may be valid at another time than this machine's, if nothing shows the subject's. */
export function orOtherTime({ timeUnknown, clock }: Pick<Run, 'timeUnknown' | 'clock'>): string {
  if (clock.isLost)
    return '; or the clock moved, though the Date header does not show it: have it show the time by which the server checks codes and signatures'
  return timeUnknown === true
    ? '; or the server has another time than this machine, which it doesn’t show in a Date header: declare a clock of kind control'
    : ''
}

/** The key ID that a signed request names; undefined if it is not signed. */
export const keyIdIn = (exchange: Exchange): string | undefined =>
  /^Signature .*\bkeyId="([^"]*)"/.exec(authorizationOf(exchange))?.[1]

const authorizationOf = ({ request }: Exchange): string => header(request.headers, 'authorization') ?? ''
