import { definedAt, type Place } from './defined-at.ts'
import type { Rejection } from './plan-spending.ts'
import type { CaseBody, Need } from './tools.ts'

/** Part of a run in which a case may stand; they run in this order (`docs/design.md`, "A run, as a story"). */
export type Phase = 'plain' | 'codes' | 'hours' | 'sequences' | 'late' | 'years' | 'last'

/** One situation that exercises one requirement. */
export interface Case {
  /** `<requirement>/<slug of the title>` */
  id: string
  requirement: string
  title: string
  /** What it uses. What is not declared makes it untested; what it shares with others, it holds while it runs. */
  needs: readonly Need[]
  phase: Phase
  /** The one thing changed between the accepted and the rejected request. */
  changed?: string
  /** Nothing runs beside it: it races with itself, or counts what the subject sees in a row. */
  alone?: true
  /** Belongs to the complete test sets, which run on demand (`--depth`). */
  depth?: true
  /** Time steps of each account that are kept for it in a run that waits for them in real time, and so not for many. */
  keepsCodes?: KeptCodes
  /** Requirements that the same answer may break: where a case of theirs fails, a failure of this one says nothing more. */
  indistinctFrom?: readonly string[]
  /** The rejected login or code that it costs; without it, the case can send none where these are limited. */
  rejects?: Rejection
  /** Where it is defined. */
  place?: Place
  body: CaseBody
}

/** A number of time steps, by the account whose codes they are. */
export type KeptCodes = Readonly<Record<'mfaAccount' | 'mfaAccount2', number>>

export interface CaseOptions<Id extends string = string, Needs extends Need = Need> {
  needs?: readonly Needs[]
  changed?: string
  alone?: true
  depth?: true
  keepsCodes?: KeptCodes
  indistinctFrom?: readonly Id[]
  rejects?: Rejection
  /** Where it stands, if its needs don't say it. */
  phase?: Phase
}

export type Registry = Map<string, Case>

/** Defines a case: what it judges, its situation as a sentence, its needs, and what is done. */
export interface DefineCase<Id extends string> {
  (requirement: Id, title: string, body: CaseBody<never>): void
  <Needs extends Need = never>(
    requirement: Id,
    title: string,
    options: CaseOptions<Id, Needs>,
    body: CaseBody<Needs>,
  ): void
}

/**
 * Binds `requirement()` to a catalogue's ids and a registry of its own.
 * @throws Error from the returned function where two cases of a requirement have the same title
 */
export function createRequirement<Id extends string>(registry: Registry): DefineCase<Id> {
  return (requirement: Id, title: string, ...rest: [CaseBody] | [CaseOptions<Id>, CaseBody]): void => {
    const [{ needs = [], ...options }, body]: [CaseOptions<Id>, CaseBody] =
      rest.length === 1 ? [{}, rest[0]] : rest
    const id = `${requirement}/${slug(title)}`
    if (registry.has(id)) throw new Error(`two cases are called ${id}`)
    const place = definedAt()
    registry.set(id, {
      id,
      requirement,
      title,
      needs,
      phase: phaseOf(needs),
      body,
      ...(place ? { place } : {}),
      ...options,
    })
  }
}

/** What a case uses says what it may disturb, and so when it runs. */
function phaseOf(needs: readonly Need[]): Phase {
  if (needs.includes('seen')) return 'last'
  if (needs.includes('farClock')) return 'years'
  if (needs.includes('clock')) return 'hours'
  if (needs.some(isSecondFactor)) return 'codes'
  return 'plain'
}

/** Its codes are each good for one use: cases that use it wait for one another. */
export const isSecondFactor = (need: Need): boolean => need === 'mfaAccount' || need === 'mfaAccount2'

export function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
