import type { Case, Phase } from '../case/registry.ts'
import type { ScheduleOptions } from './schedule.ts'
import { createLanes } from './side-by-side.ts'

type Options = Pick<ScheduleOptions, 'lanes' | 'leases' | 'isCrowded' | 'isKnown' | 'shareHours'>

interface Asked {
  subject: Case
  /** Nothing may run beside it. */
  alone: boolean
}

/**
 * Runs cases as they are asked for: another test runner decides on their order, and how many it starts at once. The same
 * leases as in a run of our own decide which of them run side by side; cases of different phases never do.
 */
export function createOnDemand({ lanes, leases, isCrowded, isKnown, shareHours }: Options) {
  return createLanes<Asked>({
    // Of those that wait for hours, any number may.
    lanes: lanes === 1 ? 1 : Infinity,
    leases: ({ subject, alone }) => (alone ? 'alone' : leases(subject)),
    ...(isCrowded && { isCrowded }),
    mayJoin({ subject: { phase } }, others) {
      if (!isKnown() || others.some(({ subject }) => subject.phase !== phase)) return false
      return phase === 'hours' ? shareHours() !== 'none' : sharing.includes(phase) && others.length < lanes
    },
  })
}

/** Phases whose cases run side by side. Hours are shared if the clock allows it. */
const sharing: readonly Phase[] = ['plain', 'challenges', 'codes']
