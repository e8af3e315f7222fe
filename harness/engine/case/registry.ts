import type { KnownCase } from '../../verdicts/known-rules.ts'
import { definedAt, type Place } from './defined-at.ts'
import type { Rejection } from './rejection.ts'
import type { CaseBody, Need } from './tools.ts'

/** The part of a run to which a case belongs; phases run in this order (`docs/design.md`, "A run, step by step"). */
export type Phase = 'plain' | 'challenges' | 'codes' | 'hours' | 'sequences' | 'late' | 'years' | 'last'

/** One situation that exercises one requirement. */
export interface Case extends KnownCase {
  /** What the case uses. If something is not declared, the case is untested; it holds what it shares while it runs. */
  needs: readonly Need[]
  phase: Phase
  /** Nothing runs beside it, because it races with itself or counts what the subject sees in a row. */
  alone?: true
  /** It sends requests at the same moment, so which of them wins is chance. */
  race?: true
  /** Requirements that the same answer may break: if a case of theirs fails, a failure of this one adds nothing. */
  indistinctFrom?: readonly string[]
  /** The rejected login or code that the case costs; without it, the case can send none if these are limited. */
  rejects?: Rejection
  place?: Place
  body: CaseBody
}

/** If no phase is given, it follows from the needs. */
export interface CaseOptions<Id extends string = string, Needs extends Need = Need> extends Partial<
  Pick<Case, 'phase' | 'changed' | 'alone' | 'race' | 'depth' | 'rejects'>
> {
  needs?: readonly Needs[]
  indistinctFrom?: readonly Id[]
}

export type Registry = Map<string, Case>

/**
 * Binds `requirement()` to a catalogue's ids and a registry of its own. It defines a case: the requirement that it judges, its
 * situation as a sentence, its options, and its body.
 * @throws Error from the returned function if two cases of a requirement have the same title
 */
export function createRequirement<Id extends string>(registry: Registry) {
  return <Needs extends Need = never>(
    requirement: Id,
    title: string,
    { needs = [], ...options }: CaseOptions<Id, Needs>,
    body: CaseBody<Needs>,
  ): void => {
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

/** What a case uses determines what it may disturb, and so when it runs. */
function phaseOf(needs: readonly Need[]): Phase {
  if (needs.includes('seen')) return 'last'
  if (needs.includes('farClock')) return 'years'
  if (needs.includes('clock')) return 'hours'
  if (needs.some(isSecondFactor)) return 'codes'
  if (needs.includes('mfaLogin')) return 'challenges'
  return 'plain'
}

/** True for an account whose codes are each valid once: cases that use it wait for one another. */
export const isSecondFactor = (need: Need): boolean => need === 'mfaAccount' || need === 'mfaAccount2'

export function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
