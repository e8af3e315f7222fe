import { setTimeout } from 'node:timers/promises'
import type { Call } from '../../common/call.ts'
import type { PathFamily } from '../../common/choices.ts'
import type { Seed, Seeds } from '../../domain/seeds.ts'
import { type Apply, type Defect, wrap, wrapping } from '../change.ts'
import { isCall, membersOf } from '../shared/alter-answers.ts'
import { breaking, must } from '../shared/breach.ts'

const seedOneTime = breaking(must('mfa.seed-one-time'))
const missingField = breaking(must('mfa.missing-field'))
const wrongSeed = breaking(must('mfa.wrong-seed'))

/** Longer than it takes to read a request that was sent at the same moment. */
const slowWriteMilliseconds = 25

/** Spends a seed so slowly that another submission of it at the same moment finds it unspent. */
const spendSlowly =
  (spend: Seeds['spend']): Seeds['spend'] =>
  async (seed, call) => {
    const free = !seed.spent
    await setTimeout(slowWriteMilliseconds)
    await spend(seed, call)
    return free
  }

/** Seeds that are not one-time, not fresh, or not the account's. */
export const seedDefects: Record<string, Defect> = {
  'seed-not-spent': seedOneTime('A seed buys another token with each further one-time code.', ({ seeds }) => {
    seeds.spend = () => true
  }),
  'seed-answer-repeated': seedOneTime(
    'A JSON second step that is sent again gets a token again.',
    (parts) => {
      const done = new Map<string, unknown>()
      wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
        if (!isCall('second-step', undefined, 'json')(call)) return handle(handler, call, reply)
        const key = JSON.stringify(call.body)
        const answer = done.get(key) ?? (await handle(handler, call, reply))
        done.set(key, answer)
        return answer
      })
    },
  ),
  'spent-seed-good-after-next': seedOneTime(
    'Only the seed that was spent last is remembered.',
    wrapping('seeds.spend', (spend, { seeds }) => (seed, call) => {
      for (const other of seeds.records.values()) other.spent = false
      return spend(seed, call)
    }),
  ),
  'spent-seed-good-after-login-of-another': seedOneTime(
    'A login without a second factor makes the used seeds of everyone valid again.',
    wrapping('tokens.issue', (issue, { clock, seeds }) => (account, call) => {
      const revived =
        call.operation === 'login' ? [...seeds.records.values()].filter(({ spent }) => spent) : []
      for (const seed of revived) Object.assign(seed, { spent: false, issuedAt: clock.now() })
      return issue(account, call)
    }),
  ),
  'spent-seed-good-after-an-hour': seedOneTime(
    'Used seeds are forgotten after an hour, in which the seed itself does not expire.',
    ({ seeds, clock }) => {
      const used = new Map<string, { seed: Seed; at: number }>()
      wrap(seeds, 'spend', (spend) => (seed, call) => {
        used.set(seed.text, { seed, at: clock.now() })
        return spend(seed, call)
      })
      wrap(seeds, 'find', (find) => (text, call) => {
        const { seed, at = 0 } = used.get(text) ?? {}
        return seed && clock.now() - at >= 3_600_000 ? { ...seed, spent: false } : find(text, call)
      })
    },
  ),
  'seed-of-newer-family-not-spent': seedOneTime(
    'A seed of the newer path family buys another token with each further one-time code.',
    wrapping('seeds.spend', (spend) => (seed, call) => call?.family === 'v1' || spend(seed, call)),
  ),
  'spent-seed-good-in-other-case': seedOneTime(
    'Seeds are looked up without letter case, but the used ones are remembered as they were sent.',
    wrapping('seeds.find', (find, { seeds }) => (text, call) => {
      const known = [...seeds.records.values()].find(
        (one) => one.text !== text && one.text.toLowerCase() === text.toLowerCase(),
      )
      return known && !seeds.isExpired(known, call) ? { ...known, spent: false } : find(text, call)
    }),
  ),
  'spent-seed-good-with-space': seedOneTime(
    'Seeds are looked up without outer spaces, but the used ones are remembered as they were sent.',
    wrapping('seeds.find', (find, { seeds }) => (text, call) => {
      const known = text === text.trim() ? undefined : seeds.records.get(text.trim())
      return known && !seeds.isExpired(known, call) ? { ...known, spent: false } : find(text, call)
    }),
  ),
  'seed-redeemed-twice-at-once': seedOneTime(
    'Several submissions of one seed at the same moment each get a token.',
    (parts) => {
      const underWay = new Set<string>()
      wrap(parts, 'checkCode', (check) => async (account, code, call) => {
        const { seed } = call.body as { seed: string }
        const key = `${seed} ${code}`
        if (underWay.has(key)) return true
        const valid = await check(account, code, call)
        if (valid) underWay.add(key)
        await setTimeout(slowWriteMilliseconds)
        underWay.delete(key)
        return valid
      })
      wrap(parts.seeds, 'spend', spendSlowly)
    },
    { stateful: true },
  ),
  'seed-redeemed-at-once-by-each-code': seedOneTime(
    'Submissions of one seed at the same moment each get a token, if no two of them have the same code.',
    wrapping('seeds.spend', spendSlowly),
    { stateful: true },
  ),
  'seed-same-for-account': breaking(must('mfa.seed-fresh'))(
    'Every challenge of an account has the same seed, and makes it valid again.',
    wrapping('seeds.issue', (_issue, { clock, seeds }) => (account) => {
      const text = Buffer.from(`seed of ${account.username}`).toString('base64url')
      const seed = { text, username: account.username, issuedAt: clock.now(), spent: false }
      seeds.records.set(text, seed)
      return seed
    }),
  ),
  'seed-same-for-all-until-spent': breaking(must('mfa.seed-per-account'))(
    'All challenges of all accounts have the same seed, until it is used.',
    ({ seeds }) => {
      let last = ''
      wrap(seeds, 'issue', (issue) => (account, call) => {
        const known = seeds.records.get(last)
        const seed = issue(account, call)
        if (!known || known.spent || seeds.isExpired(known, call)) {
          last = seed.text
          return seed
        }
        known.username = account.username
        return known
      })
    },
    { mayBreak: must('mfa.other-accounts-seed'), blocks: ['mfa.seed-one-time'] },
  ),
  'seed-constant': breaking(must('mfa.other-accounts-seed', 'mfa.seed-fresh', 'mfa.seed-per-account'))(
    'There is one seed for all challenges of all accounts.',
    wrapping('seeds.issue', (_issue, { clock, seeds }) => (account) => {
      const seed = {
        text: 'c2VlZA-one-for-all',
        username: account.username,
        issuedAt: clock.now(),
        spent: false,
      }
      seeds.records.set(seed.text, seed)
      return seed
    }),
    { blocks: ['mfa.seed-one-time'] },
  ),
  'seed-beginning-is-enough': wrongSeed(
    'The older path family compares only the first sixteen characters of a seed.',
    findingByBeginning('users-v1'),
  ),
  'seed-beginning-is-enough-on-newer-family': wrongSeed(
    'The newer path family compares only the first sixteen characters of a seed.',
    findingByBeginning('v1'),
  ),
  'seed-not-looked-at': wrongSeed(
    'An unknown seed counts as the seed of the account that was challenged last.',
    wrapping('seeds.find', (find, { seeds }) => (text, call) => {
      const newest = [...seeds.records.values()].at(-1)
      return seeds.records.has(text) || !newest ? find(text, call) : find(newest.text, call)
    }),
  ),
  'seed-not-looked-at-in-forms': wrongSeed(
    'In a form-encoded second step, an unknown seed counts as the seed of the account that was challenged last.',
    wrapping('seeds.find', (find, { seeds }) => (text, call) => {
      const newest = [...seeds.records.keys()].at(-1) ?? ''
      return find(call?.encoding === 'form' && !seeds.records.has(text) ? newest : text, call)
    }),
  ),
  'seed-not-looked-at-on-newer-family': wrongSeed(
    'On the newer path family, an unknown seed counts as the seed of the account that was challenged last.',
    wrapping('seeds.find', (find, { seeds }) => (text, call) => {
      const newest = [...seeds.records.keys()].at(-1) ?? ''
      return find(call?.family === 'v1' && !seeds.records.has(text) ? newest : text, call)
    }),
  ),
  'user-name-in-place-of-seed': missingField(
    'A second step that names the user needs no seed.',
    wrapping('shapes.submission', (read, { seeds, accounts }) => (call) => {
      const { username } = (call.body ?? {}) as { username?: string }
      const account = username === undefined ? undefined : accounts.find(username, call)
      if (!account) return read(call)
      return read({ ...call, body: { seed: seeds.issue(account, call).text, ...(call.body as object) } })
    }),
  ),
  'seed-null-taken': missingField(
    'The value null as seed counts as the seed of the account that was challenged last.',
    readAsNewest((seed) => seed === null),
  ),
  'seed-may-be-missing': missingField(
    'On the older path family, a second step without a seed counts as that of the account that was challenged last.',
    readAsNewest((seed, { family }) => family === 'users-v1' && seed === undefined),
  ),
  'seed-may-be-empty': missingField(
    'An empty seed counts as that of the account that was challenged last.',
    readAsNewest((seed) => seed === ''),
  ),
}

/** Reads what `which` picks as the seed that was issued last. */
export function readAsNewest(which: (seed: unknown, call: Call) => boolean): Apply {
  return wrapping('shapes.submission', (read, { seeds }) => (call) => {
    const { seed, ...rest } = membersOf(call.body)
    const newest = [...seeds.records.keys()].at(-1)
    return read(which(seed, call) ? { ...call, body: { ...rest, seed: newest } } : call)
  })
}

function findingByBeginning(family: PathFamily): Apply {
  return wrapping('seeds.find', (find, { seeds }) => (text, call) => {
    const started = [...seeds.records.keys()].find((known) => known.slice(0, 16) === text.slice(0, 16))
    return find(call?.family === family ? (started ?? text) : text, call)
  })
}
