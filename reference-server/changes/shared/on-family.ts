import type { Call } from '../../common/call.ts'
import type { Apply } from '../change.ts'
import type { PathFamily } from '../../common/choices.ts'
import type { Parts } from '../../server/parts.ts'

type Functions = Record<string, unknown>
type AnyFunction = (...given: unknown[]) => unknown

const services = [
  'accounts',
  'accessKeys',
  'answers',
  'methods',
  'privateTokens',
  'sessions',
  'signatures',
  'tokens',
] as const

/** The list of one path family, or both. */
export type Lists = PathFamily | 'both'

/** Limits a change to the calls of one path family. Functions that get no call stay correct. */
export function onFamily(family: Lists, apply: (parts: Parts) => void): Apply {
  if (family === 'both') return apply
  return (parts) => {
    const owners = [parts, ...services.map((name) => parts[name])] as unknown as Functions[]
    const before = owners.map((owner) => ({ ...owner }))
    apply(parts)
    for (const [at, owner] of owners.entries()) {
      for (const [key, valid] of Object.entries(before[at] ?? {})) {
        const wrong = owner[key]
        if (typeof valid !== 'function' || typeof wrong !== 'function' || valid === wrong) continue
        owner[key] = (...given: unknown[]): unknown =>
          ((given.some((one) => isCallOf(one, family)) ? wrong : valid) as AnyFunction)(...given)
      }
    }
  }
}

const isCallOf = (value: unknown, family: PathFamily): boolean =>
  typeof value === 'object' && value !== null && 'operation' in value && (value as Call).family === family
