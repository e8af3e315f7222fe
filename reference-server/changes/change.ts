import type { Parts } from '../server/parts.ts'

/** A requirement of the catalogue and the level at which it is broken. */
export interface Breach {
  requirement: string
  level: 'must' | 'should'
}

/** How the server has to be started for the change to show. */
export interface Mode {
  debug?: boolean
  serverVersion?: string
}

interface Change {
  /** Unique among defects and variations; lower case with hyphens. */
  name: string
  /** What the changed server does, in one line. */
  summary: string
  mode?: Mode
  /** Replaces one or a few of the parts. Runs once, before the routes are made. */
  apply(parts: Parts): void
}

/** A named, planted fault. */
export interface Defect extends Change {
  /** What fails because of it, and nothing else does. */
  breaks: readonly Breach[]
  /** What fails too where the random inputs of a property happen to meet it. */
  mayBreak?: readonly Breach[]
  /** What cannot be judged because a step that it needs is broken: inconclusive, never failed. */
  blocks?: readonly string[]
  /** Found by the stateful model or by a race only: no single step is wrong. */
  stateful?: true
}

/** A named, legal difference: no requirement fails because of it. */
export interface Variation extends Change {
  /** Violations that a real server version truly has; empty for a legal difference. */
  breaks: readonly Breach[]
  /** What cannot be judged, and why. */
  inconclusive: readonly { requirement: string; reason: string }[]
  /** What is not applicable to such a server though it is to this one. */
  notApplicable?: readonly string[]
  /** What is untested with such a declaration though it is not with this one's. */
  untested?: readonly string[]
  /** Variations that can't be combined with this one. */
  excludes?: readonly string[]
  /** What the declaration must say of such a server, instead of what it says of this one; null takes a part out. */
  declare?: Record<string, unknown>
}

/** Puts a function around the one that stands at `key`. The new one calls `original` or does not. */
export function wrap<T extends object, K extends keyof T>(
  owner: T,
  key: K,
  around: (original: T[K]) => T[K],
): void {
  owner[key] = around(owner[key])
}
