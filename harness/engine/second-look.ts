import type { Case } from './registry.ts'
import type { CaseResult } from './run-case.ts'
import type { Run } from './run.ts'

type Facts = Pick<Run, 'clock' | 'failedLogins' | 'hints' | 'rateLimit'>

/**
 * A case that fails or can't be judged beside other cases is judged again on its own, and only that counts: what
 * another case did to the server must not decide this one. The notes of the report say where the two differ.
 * @param judge runs a case
 * @param done is told each result that counts
 */
export function createSecondLook(
  run: Facts,
  judge: (subject: Case) => Promise<CaseResult>,
  done: (result: CaseResult) => void,
) {
  const doubtful: { subject: Case; first: CaseResult }[] = []
  return {
    /** Takes a result that counts at once, or keeps the case for `alone`. */
    settle(subject: Case, first: CaseResult, hadCompany: boolean): void {
      if (hadCompany && isDoubtful(first) && mayRunAgain(run, subject, first))
        doubtful.push({ subject, first })
      else done(first)
    },

    /** Judges one after another what was kept. */
    async alone(): Promise<void> {
      for (const { subject, first } of doubtful.splice(0)) {
        if (!mayRunAgain(run, subject, first)) {
          done(first)
          continue
        }
        const result = await judge(subject)
        if (result.verdict !== first.verdict)
          run.hints.add(
            `${subject.id}: ${first.verdict} beside other cases, ${result.verdict} alone, which counts`,
          )
        // What a limit left no room for is not cleared by it.
        const isLeftOut = result.verdict === 'untested'
        done(
          isLeftOut
            ? {
                ...first,
                verdict: 'inconclusive',
                message: `${first.message} (beside other cases; ${result.message})`,
              }
            : result,
        )
      }
    },
  }
}

/** What may be another case's doing. */
export const isDoubtful = ({ verdict }: CaseResult): boolean =>
  verdict === 'fail' || verdict === 'inconclusive' || verdict === 'error'

/**
 * Not what is sent to be rejected where rejections are counted, nor what had a valid login rejected there, nor what waits
 * for a real hour, nor where 429 is all that comes. A command of the operator may have changed what it is about: then the
 * first result is the one that counts, unless the server only asked to come back later. A slow command may meet a ban at
 * each try that the cases beside it brought about.
 */
export function mayRunAgain(
  { clock, failedLogins, rateLimit }: Facts,
  { id, phase, rejects, needs }: Case,
  { askedToWait }: Pick<CaseResult, 'askedToWait'>,
): boolean {
  if (failedLogins.limited && (rejects || failedLogins.hadValidRejected(id))) return false
  if (clock.realTime && phase !== 'plain') return false
  return !rateLimit.gaveUp() && (askedToWait === true || !needs.includes('operator'))
}
