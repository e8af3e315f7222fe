import type { Case, Phase } from './registry.ts'
import type { ScheduleOptions } from './schedule.ts'

type Options = Pick<ScheduleOptions, 'lanes' | 'leases' | 'isKnown' | 'shareHours'>

interface Asked<T> {
  subject: Case
  /** Nothing may run beside it. */
  alone: boolean
  begin: (hadCompany: () => boolean) => Promise<T>
}

/**
 * Runs cases as they are asked for: another test runner decides on their order, and how many it starts at once. The same
 * leases as in a run of our own decide which of them run side by side; cases of different phases never do.
 */
export function createOnDemand({ lanes, leases, isKnown, shareHours }: Options) {
  const waiting: (() => boolean)[] = []
  const running = new Map<Case, { held: readonly string[]; alone: boolean; tell: () => void }>()

  function mayBegin({ subject, alone }: Asked<unknown>): readonly string[] | undefined {
    const wanted = leases(subject)
    const held = wanted === 'alone' ? [] : wanted
    if (running.size === 0) return held
    if (alone || wanted === 'alone' || lanes === 1 || !isKnown()) return undefined
    const others = [...running]
    if (others.some(([{ phase }, other]) => other.alone || phase !== subject.phase)) return undefined
    if (subject.phase === 'hours' ? shareHours() === 'none' : !sharing.includes(subject.phase))
      return undefined
    if (subject.phase !== 'hours' && running.size >= lanes) return undefined
    return others.some(([, other]) => held.some((lease) => other.held.includes(lease))) ? undefined : held
  }

  function next(): void {
    for (let index = 0; index < waiting.length;) {
      if (waiting[index]?.()) waiting.splice(index, 1)
      else index++
    }
  }

  /** Runs `begin` once the case may run. @throws what `begin` throws */
  function ask<T>(asked: Asked<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        const held = mayBegin(asked)
        if (!held) return false
        let hadCompany = running.size > 0
        for (const { tell } of running.values()) tell()
        const alone = asked.alone || leases(asked.subject) === 'alone'
        running.set(asked.subject, { held, alone, tell: () => (hadCompany = true) })
        asked
          .begin(() => hadCompany)
          .then(resolve, reject)
          .finally(() => {
            running.delete(asked.subject)
            next()
          })
        return true
      })
      next()
    })
  }
  return { ask }
}

/** Phases whose cases run side by side. Hours are shared if the clock allows it. */
const sharing: readonly Phase[] = ['plain', 'challenges', 'codes']
