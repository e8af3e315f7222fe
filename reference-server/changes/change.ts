import type { Choices } from '../common/choices.ts'
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
  /** Unique among defects and variations; lower case with hyphens. */
  name: string
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

/** Wraps the function at `key` in another one, which may call `original`. */
export function wrap<T extends object, K extends keyof T>(
  owner: T,
  key: K,
  around: (original: T[K]) => T[K],
): void {
  owner[key] = around(owner[key])
}

/** Returns a change of just one function of a part: `wrapping('tokens', 'issue', …)`. */
export const wrapping =
  <P extends keyof Parts, K extends keyof Parts[P]>(
    part: P,
    key: K,
    around: (original: Parts[P][K], parts: Parts) => Parts[P][K],
  ): Apply =>
  (parts) =>
    wrap(parts[part] as object & Parts[P], key, (original) => around(original, parts))

/** Returns a change of just one function of the server itself: `wrappingServer('handle', …)`. */
export const wrappingServer =
  <K extends keyof Parts>(key: K, around: (original: Parts[K], parts: Parts) => Parts[K]): Apply =>
  (parts) =>
    wrap(parts, key, (original) => around(original, parts))

/** Returns a change of nothing but these choices. */
export const choose =
  (choices: Partial<Choices>): Apply =>
  (parts) =>
    void Object.assign(parts.choices, structuredClone(choices))
