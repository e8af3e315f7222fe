import { isOpen } from '../verdicts/changed-verdicts.ts'
import type { CaseResult } from '../verdicts/results.ts'
import type { Case } from './case/registry.ts'
import type { Run } from '../run/run.ts'

type Facts = Pick<Run, 'clock' | 'failedLogins' | 'hints' | 'rateLimit'>

/**
 * Judges a case again on its own if, beside others, it failed, could not be judged, or was left out after a valid login was
 * rejected. Only the second result counts, because another case's effect on the server must not decide. The notes of the report
 * say if the two differ.
 * @param judge runs a case, with one request after another
 * @param done receives each result that counts
 */
export function createSecondLook(
  run: Facts,
  judge: (subject: Case) => Promise<CaseResult>,
  done: (result: CaseResult) => void,
) {
  const doubtful: { subject: Case; first: CaseResult }[] = []
  return {
    /** Passes on a result that counts at once, or keeps the case for `alone`. */
    settle(subject: Case, first: CaseResult, hadCompany: boolean): void {
      const isDoubtful = isOpen(first) || isLeftOutForOthers(run, subject, first)
      if (hadCompany && isDoubtful && mayRunAgain(run, subject, first)) doubtful.push({ subject, first })
      else done(first)
    },

    /** Judges the kept cases one after another. */
    async alone(): Promise<void> {
      for (const { subject, first } of doubtful.splice(0)) {
        if (!mayRunAgain(run, subject, first)) {
          done(first)
          continue
        }
        const result = await judge(subject)
        const isLeftOut = result.verdict === 'untested'
        if (result.verdict !== first.verdict)
          run.hints.add(
            `${subject.id}: ${first.verdict} beside other cases, ${result.verdict} alone${isLeftOut ? '' : ', which counts'}`,
          )
        done(isLeftOut ? notProved(first, result.message) : result)
      }
    },
  }
}

/** If a limit left no room for the second look, that does not clear the case. */
function notProved({ ifMayList: _, ...first }: CaseResult, reason: string): CaseResult {
  const message = `${first.message} (beside other cases; ${reason})`
  return { ...first, verdict: 'inconclusive', wanted: null, got: null, message }
}

/** A server that checks one login of an account at a time may have rejected the one that shows what it supports. */
const isLeftOutForOthers = ({ failedLogins }: Facts, { id }: Case, { verdict }: CaseResult): boolean =>
  verdict === 'not-applicable' && failedLogins.hadRejectedAtOnce(id)

/**
 * False in these cases: failed logins are limited, and the case causes one or had a valid login rejected; it waits in real
 * time; the server answers nothing but 429. A case that runs operator commands may have changed what it is about, so its
 * first result counts, unless the server only asked to come back later: a slow command may run into a ban at each try,
 * caused by the cases beside it.
 */
function mayRunAgain(
  { clock, failedLogins, rateLimit }: Facts,
  { id, phase, rejects, needs }: Case,
  { askedToWait }: Pick<CaseResult, 'askedToWait'>,
): boolean {
  if (failedLogins.limited && (rejects || failedLogins.hadValidRejected(id))) return false
  if (clock.realTime && phase !== 'plain') return false
  return !rateLimit.gaveUp() && (askedToWait === true || !needs.includes('operator'))
}
