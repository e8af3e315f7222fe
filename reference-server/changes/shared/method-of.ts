import { type Call, headerValues } from '../../common/call.ts'
import type { Methods } from '../../server/method.ts'

/** The methods, each with what a request with it shows. */
export const methods = [
  ['bearer', 'token'],
  ['token', 'private token'],
  ['signature', 'signature'],
  ['session', 'session'],
] as const

/** Returns the method that a request tries; undefined if it has no credential at all. */
export function methodOf(call: Call): keyof Methods | 'other' | undefined {
  const [authorization] = headerValues(call, 'authorization')
  if (authorization === undefined) return headerValues(call, 'cookie').length > 0 ? 'session' : undefined
  const word = authorization.split(' ')[0]?.toLowerCase()
  return word === 'bearer' || word === 'token' || word === 'signature' ? word : 'other'
}
