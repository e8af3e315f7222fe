import type { Call } from '../common/call.ts'
import type { Choices, PathFamily } from '../common/choices.ts'
import type { Parts } from '../server/parts.ts'

/** A requirement of the catalogue, and the level at which it is broken. */
export interface Breach {
  requirement: string
  level: 'must' | 'should'
}

/** How the server must be started for the change to show. */
export interface Mode {
  debug?: boolean
  serverVersion?: string
}

/** Replaces one or a few of the parts. Runs once, before the routes are added. */
export type Apply = (parts: Parts) => void

interface Change {
  /** What the changed server does, in one line. */
  summary: string
  mode?: Mode
  apply: Apply
}

/** A named, planted fault. */
export interface Defect extends Change {
  /** The requirements that fail because of it; no others do. */
  breaks: readonly Breach[]
  /** Requirements that also fail if the random inputs of a property happen to reveal the defect. */
  mayBreak?: readonly Breach[]
  /**
   * Requirements that cannot be judged because a step that they need is broken: inconclusive, never failed. Those that it
   * breaks itself don't count, so that defects can name the same ones.
   */
  blocks?: readonly string[]
  /** Found only by the stateful model or by a race: no single step is wrong. */
  stateful?: true
}

/** A named, legal difference: no requirement fails because of it. */
export interface Variation extends Change {
  /** Violations that a real server version really has; empty for a legal difference. */
  breaks: readonly Breach[]
  /** Requirements that cannot be judged, and why. */
  inconclusive: readonly { requirement: string; reason: string }[]
  /** Requirements that are not applicable to such a server, though they are to the unchanged one. */
  notApplicable?: readonly string[]
  /** Requirements that are untested with such a declaration, though they are not with the unchanged one. */
  untested?: readonly string[]
  /** Variations that can't be combined with this one. */
  excludes?: readonly string[]
  /** What the declaration must say about such a server instead of the unchanged one; null removes a part. */
  declare?: Record<string, unknown>
}

/** A change with its name: unique among defects and variations; lower case with hyphens. */
export type Named<C> = C & { name: string }

/** Lists the changes of one file. */
export const named = <C>(changes: Record<string, C>): Named<C>[] =>
  Object.entries(changes).map(([name, change]) => ({ name, ...change }))

/** Makes one change for each of these, under a name of its own. */
export const ofEach = <T, C>(
  all: readonly T[],
  change: (one: T, at: number) => readonly [name: string, change: C],
): Record<string, C> => Object.fromEntries(all.map(change))

/** Wraps the function at `key` in another one, which may call `original`. */
export function wrap<T extends object, K extends keyof T>(
  owner: T,
  key: K,
  around: (original: T[K]) => T[K],
): void {
  owner[key] = around(owner[key])
}

/** The name of a function of the parts, as `list --json` shows it: `checkPassword`, `tokens.find`. */
type Name = keyof Parts | { [P in keyof Parts]: `${P}.${keyof Parts[P] & string}` }[keyof Parts]

type FunctionOf<N extends Name> = N extends keyof Parts
  ? Parts[N]
  : N extends `${infer P extends keyof Parts}.${infer K}`
    ? Parts[P][K & keyof Parts[P]]
    : never

/** Returns a change of just one function: `wrapping('tokens.issue', …)`. */
export const wrapping =
  <N extends Name>(name: N, around: (original: FunctionOf<N>, parts: Parts) => FunctionOf<N>): Apply =>
  (parts) => {
    const [part = '', key] = name.split('.')
    const owner: object = key === undefined ? parts : parts[part as keyof Parts]
    wrap(owner as Record<string, FunctionOf<N>>, key ?? part, (original) => around(original, parts))
  }

type AnyFunction = (...given: unknown[]) => unknown

export type Lists = PathFamily | 'both'

/** Changes just one function, for the calls of one path family. A function that gets no call stays correct. */
export const wrappingOn = <N extends Name>(
  lists: Lists,
  name: N,
  around: Parameters<typeof wrapping<N>>[1],
) =>
  wrapping<N>(name, (original, parts) => {
    const changed = around(original, parts)
    if (lists === 'both') return changed
    const choose = (given: unknown[]) => (given.some((one) => isCallOf(one, lists)) ? changed : original)
    return ((...given: unknown[]) => (choose(given) as AnyFunction)(...given)) as FunctionOf<N>
  })

const isCallOf = (value: unknown, family: PathFamily): boolean =>
  typeof value === 'object' && value !== null && 'operation' in value && (value as Call).family === family

/** Returns a change of nothing but these values. */
export const assigning =
  <P extends 'choices' | 'mode' | 'paths'>(part: P, values: Partial<Parts[P]>): Apply =>
  (parts) =>
    void Object.assign(parts[part], structuredClone(values))

/** Returns a change of nothing but these choices. */
export const choose = (choices: Partial<Choices>): Apply => assigning('choices', choices)
