import type { Call } from '../common/call.ts'
import type { Choices } from '../common/choices.ts'
import type { Account } from '../domain/accounts.ts'
import type { Seed } from '../domain/seeds.ts'
import type { Token } from '../domain/tokens.ts'
import type { Problem } from './problems.ts'

/** Bodies of answers, before conversion to JSON. */
export interface Answers {
  token(token: Token, call: Call): unknown
  challenge(seed: Seed, otpUrl: string, call: Call): unknown
  user(account: Account, call: Call): unknown
  users(records: readonly unknown[], caller: Account, call: Call): unknown
  rejection(problem: Problem, call: Call | undefined): unknown
}

export function createAnswers(choices: Choices): Answers {
  return {
    token: (token) => ({ token: token.text }),
    challenge: (seed, otpUrl) => ({
      code: 101,
      msg: 'This account has a second factor. Send the seed with the one-time code to otp_url.',
      otp_url: otpUrl,
      seed: seed.text,
    }),
    user(account) {
      // Object.fromEntries takes twice as long, for each user of each list.
      const record: Record<string, string> = {}
      for (const field of choices.userFields) record[field] = account[field]
      return record
    },
    users: (records) => (choices.listField === undefined ? records : { [choices.listField]: records }),
    rejection: (problem) => rejectionBody(choices, problem.kind, problem.message),
  }
}

/** Returns the body of a rejection: one word for programs, one sentence for people. */
export function rejectionBody({ rejectionFields }: Choices, word: string, sentence: string): unknown {
  return { [rejectionFields.word]: word, [rejectionFields.sentence]: sentence }
}
