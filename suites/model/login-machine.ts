import type { Choices } from './choices.ts'
import type { Machine } from './w-method.ts'

export const inputs = [
  'challenge by json on users-v1',
  'challenge by form on v1',
  'answer the newest challenge rightly',
  'answer the newest challenge with a wrong code',
  "answer the newest challenge with another account's code",
  'answer the challenge before it rightly',
  'answer a made-up seed with a valid code',
  'log in with a wrong password',
  'use the token on users-v1',
  'use the token on v1',
  'use the newest seed as a token',
  'let half an hour go by',
] as const

export type Input = (typeof inputs)[number]
export type Output = 'challenge' | 'token' | 'refused' | 'list' | 'done'

/**
 * The login with a second factor, and its token, as a machine of ten states: whether the newest challenge is open;
 * whether the one before it is (then a token was just granted); and whether that token is in the first or second half of
 * its hour, or void.
 */
export interface State {
  newest: boolean
  older: boolean
  /** The half hours left until the token expires. */
  halves: 0 | 1 | 2
}

export const initial: State = { newest: false, older: false, halves: 0 }

/** Returns what a conforming server answers, and its state afterwards. */
export function step(state: State, input: Input, choices: Choices): { output: Output; state: State } {
  const rejected = { output: 'refused' as const, state }
  switch (input) {
    case 'challenge by json on users-v1':
    case 'challenge by form on v1':
      return {
        output: 'challenge',
        state: { ...state, newest: true, older: state.newest && !choices.newChallengeVoidsOlder },
      }
    case 'answer the newest challenge rightly':
      return state.newest ? { output: 'token', state: { ...state, newest: false, halves: 2 } } : rejected
    case 'answer the challenge before it rightly':
      return state.older ? { output: 'token', state: { ...state, older: false, halves: 2 } } : rejected
    case 'answer the newest challenge with a wrong code':
    case "answer the newest challenge with another account's code":
      return choices.wrongCodeSpendsSeed ? { ...rejected, state: { ...state, newest: false } } : rejected
    case 'use the token on users-v1':
    case 'use the token on v1':
      return state.halves > 0 ? { output: 'list', state } : rejected
    case 'let half an hour go by':
      // How long a seed lives is not specified, so no seed is used after half an hour.
      return {
        output: 'done',
        state: { newest: false, older: false, halves: state.halves === 2 ? 1 : 0 },
      }
    default:
      return rejected
  }
}

/**
 * Returns the machine with only the inputs that the subject offers; states are numbered in the order they are reached.
 */
export function loginMachine(choices: Choices, offered: readonly Input[] = inputs): Machine {
  const states: State[] = [initial]
  const names = [JSON.stringify(initial)]
  const next: number[][] = []
  const output: string[][] = []
  for (let at = 0; at < states.length; at++) {
    const from = states[at] ?? initial
    const steps = offered.map((input) => step(from, input, choices))
    output.push(steps.map((one) => one.output))
    next.push(
      steps.map(({ state }) => {
        const name = JSON.stringify(state)
        if (!names.includes(name)) {
          names.push(name)
          states.push(state)
        }
        return names.indexOf(name)
      }),
    )
  }
  return { next, output }
}
