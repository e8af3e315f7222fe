import { type Call, headerValues } from '../../server/call.ts'
import type { Methods } from '../../server/authentication/method.ts'

/** The method that a request tries; undefined where it shows no credential at all. */
export function methodOf(call: Call): keyof Methods | 'other' | undefined {
  const [authorization] = headerValues(call, 'authorization')
  if (authorization === undefined) return headerValues(call, 'cookie').length > 0 ? 'session' : undefined
  const word = authorization.split(' ')[0]?.toLowerCase()
  return word === 'bearer' || word === 'token' || word === 'signature' ? word : 'other'
}
