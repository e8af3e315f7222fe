import { NotDeclared, SetupFailed } from '../outcomes.ts'
import { nameOf, type CodeSource } from './code-of-step.ts'

/** The most steps that a run without a movable clock waits for, per secret. */
const realTimeSteps = 8

/**
 * The ledger of the time steps of one-time codes: none is used twice for a secret, and the one in which the run began is not
 * used at all.
 */
export function createTimeSteps(clock: { now(): number; movable: boolean }) {
  let startedAt = clock.now()
  const lastStep = new Map<string, number>()
  const waited = new Map<string, number>()
  const unasked = new Set<string>()

  const steps = {
    begin(): void {
      startedAt = clock.now()
    },

    /** How many more steps of a secret the run may wait for in real time. */
    left: (source: CodeSource): number => realTimeSteps - (waited.get(nameOf(source)) ?? 0),

    /** Records if the last valid first step asked for a code: if not, no case waits for one in real time. */
    asked(source: CodeSource, isAsked: boolean): void {
      if (isAsked) unasked.delete(nameOf(source))
      else unasked.add(nameOf(source))
    },

    /** @throws SetupFailed if it would wait in real time for a code that nothing asks for */
    demandAsked(source: CodeSource): void {
      if (!clock.movable && unasked.has(nameOf(source)))
        throw new SetupFailed('a valid first step was answered without a challenge, so no code was sent')
    },

    /** The last step that must not be used any more. */
    lastUsed: (source: CodeSource): number =>
      lastStep.get(nameOf(source)) ?? Math.floor(startedAt / 1000 / source.period),

    /** Several cases may wait for a step of their own at the same time: a step counts as given before its time comes. */
    give(source: CodeSource, step: number): void {
      const name = nameOf(source)
      lastStep.set(name, Math.max(step, lastStep.get(name) ?? step))
    },

    /**
     * Gives a step that has yet to come.
     * @throws NotDeclared if the clock can't be moved and the run has waited long enough for this secret
     */
    giveLater(source: CodeSource, step: number): void {
      steps.give(source, step)
      if (clock.movable) return
      if (steps.left(source) <= 0) {
        throw new NotDeclared(
          'clock',
          `needs a movable clock: a run waits for at most ${realTimeSteps} time steps`,
        )
      }
      waited.set(nameOf(source), (waited.get(nameOf(source)) ?? 0) + 1)
    },
  }
  return steps
}
