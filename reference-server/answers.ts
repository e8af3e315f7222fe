import type { Call } from './call.ts'
import type { Account } from './domain/accounts.ts'
import type { Seed } from './domain/seeds.ts'
import type { Token } from './domain/tokens.ts'
import type { Problem } from './problems.ts'

/** Bodies of answers, before they become JSON. */
export interface Answers {
  token(token: Token, call: Call): unknown
  challenge(seed: Seed, otpUrl: string, call: Call): unknown
  user(account: Account, call: Call): unknown
  users(records: readonly unknown[], caller: Account, call: Call): unknown
  refusal(problem: Problem, call: Call | undefined): unknown
}

export function createAnswers(): Answers {
  return {
    token: (token) => ({ token: token.text }),
    challenge: (seed, otpUrl) => ({
      code: 101,
      msg: 'This account has a second factor. Send the seed with the one-time code to otp_url.',
      otp_url: otpUrl,
      seed: seed.text,
    }),
    user: ({ id, username, name, email }) => ({ id, username, name, email }),
    // The list's shape is not shown. A plain array is the least that "list of users" says.
    users: (records) => records,
    refusal: (problem) => ({ error: problem.kind, msg: problem.message }),
  }
}
