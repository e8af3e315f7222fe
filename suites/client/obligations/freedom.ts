import type { ClientRuleId } from '../catalogue/index.ts'
import { callsOf, listsOf, obligation, type Reading } from '../obligation.ts'
import { broken, kept } from '../obligation.ts'
import { failed, isFine, succeeded, whatIsWrong } from '../outcomes.ts'

const allSucceed = (reading: Reading) => listsOf(reading).map((list) => succeeded(reading, list))

/** The client goes on to work where the server differs in this one thing. */
const tolerates = (rule: ClientRuleId, ...scenarios: string[]) =>
  obligation(rule, { outcome: true, scenarios, judge: allSucceed })

/** The last list ends as a failure, and says so. */
const fails = (rule: ClientRuleId, ...scenarios: string[]) =>
  obligation(rule, {
    outcome: true,
    scenarios,
    judge: (reading) => {
      const lists = listsOf(reading)
      const wereFine = lists.slice(0, -1).every((one) => isFine(reading, one))
      return wereFine ? lists.slice(-1).map((list) => failed(reading, list)) : []
    },
  })

const everyMethod = (name: string) =>
  ['token', 'mfa', 'private-token', 'signature', 'session'].map((method) => `${name}-${method}`)

export const freedomObligations = [
  tolerates('client.tolerates-login-status', 'login-status'),
  tolerates('client.tolerates-more-fields', 'more-fields'),
  tolerates('client.tolerates-challenge-status', 'challenge-status'),
  tolerates('client.tolerates-challenge-msg', 'challenge-msg'),
  tolerates('client.tolerates-seed-text', 'seed-text'),
  tolerates('client.tolerates-token-text', 'token-text'),
  tolerates('client.tolerates-same-token', 'same-token'),
  tolerates('client.tolerates-list-shape', ...everyMethod('list-shape')),
  tolerates('client.tolerates-rejection', 'rejection'),
  tolerates('client.tolerates-one-family', ...everyMethod('one-family')),
  tolerates('client.tolerates-json', ...everyMethod('json')),
  tolerates('client.tolerates-http', ...everyMethod('http')),
  tolerates('client.tolerates-session-text', 'session-text'),
  fails('client.fails-wrong-password', 'wrong-password'),
  fails('client.fails-second-step', 'second-step-rejected'),
  fails('client.fails-rejected-list', ...everyMethod('list-rejected')),
  fails('client.fails-server-error', ...everyMethod('server-error')),
  fails('client.fails-garbage', ...everyMethod('garbage')),
  obligation('client.fails-cut', {
    outcome: true,
    scenarios: everyMethod('cut'),
    judge: (reading) =>
      listsOf(reading)
        .slice(1, 2)
        .map((list) =>
          list.reply.kind === 'error' ? kept(...callsOf(reading, list)) : succeeded(reading, list),
        ),
  }),
  obligation('client.survives-one-error', {
    outcome: true,
    scenarios: everyMethod('one-error'),
    judge: (reading) => {
      const [before, , after] = listsOf(reading)
      return after && isFine(reading, before) ? [succeeded(reading, after)] : []
    },
  }),
  obligation('client.waits-retry-after', {
    outcome: true,
    scenarios: everyMethod('retry-after'),
    judge: (reading) => {
      const list = listsOf(reading).at(-1)
      const asked = reading.calls.find(({ disturbed }) => disturbed !== undefined)
      if (!list || !asked) return []
      const early = reading.calls.find(
        ({ number, sentAt }) => number > asked.number && sentAt - asked.answeredAt < 950,
      )
      if (early)
        return [
          broken(
            'no request before the second is over',
            `one came after ${Math.round(early.sentAt - asked.answeredAt)} ms`,
            early,
          ),
        ]
      const wrong = whatIsWrong(list, reading.played.identities.usernames)
      return [wrong === undefined ? kept(asked) : broken('the list, after the second', wrong, asked)]
    },
  }),
]
