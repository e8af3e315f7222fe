import type { SubjectClock } from '../clock/subject-clock.ts'
import { NotDeclared, SetupFailed } from '../outcomes.ts'
import { nameOf, type CodeSource } from './code-of-step.ts'

export interface CommandedCodesOptions {
  /** Runs the account's command. @throws SetupFailed if it prints no code */
  print: (source: CodeSource) => Promise<string>
  clock: Pick<SubjectClock, 'aheadSeconds'>
  /** Waits in real time. */
  wait: (ms: number) => Promise<void>
}

const pauseMs = 5000
const mostPauses = 18
/** The most pauses for one account in a run: eight time steps of half a minute. */
const mostInAll = 48

/**
 * Hands out one-time codes that a command prints, each once: a command may print the same code again until the next one is
 * due. Commands know nothing of a clock that the suite has moved, so no code is handed out after that.
 */
export function createCommandedCodes({ print, clock, wait }: CommandedCodesOptions) {
  const given = new Set<string>()
  const waited = new Map<string, number>()
  return {
    /** True if a code was handed out for the account. */
    wasGiven: (source: CodeSource, code: unknown): boolean => given.has(`${nameOf(source)}: ${String(code)}`),

    /**
     * @throws NotDeclared if the clock was moved
     * @throws SetupFailed if the command fails, or only prints codes that were handed out before
     */
    async next(source: CodeSource): Promise<string> {
      for (let pauses = 0; pauses <= mostPauses; pauses++) {
        if (pauses > 0) await pause(nameOf(source))
        if (clock.aheadSeconds > 0)
          throw new NotDeclared(
            'otpSecret',
            'needs otpSecret: the clock was moved, and otpCommand prints codes of the real time',
          )
        const code = await print(source)
        const name = `${nameOf(source)}: ${code}`
        if (given.has(name)) continue
        given.add(name)
        return code
      }
      throw new SetupFailed(
        `otpCommand printed a code that was used before, for ${seconds(mostPauses)} s; it has to print a new one each time`,
      )
    },
  }

  async function pause(account: string): Promise<void> {
    const pauses = waited.get(account) ?? 0
    if (pauses >= mostInAll)
      throw new NotDeclared(
        'otpSecret',
        `needs otpSecret: otpCommand prints a new code too seldom, and a run waits for ${seconds(mostInAll)} s at most`,
      )
    waited.set(account, pauses + 1)
    await wait(pauseMs)
  }
}

const seconds = (pauses: number): number => (pauses * pauseMs) / 1000

export type CommandedCodes = ReturnType<typeof createCommandedCodes>
