// Logins at the same moment: each gets its own answer.

import { expect, holds } from '../../harness/engine/case/expect.ts'
import type { Account, Tools } from '../../harness/engine/case/tools.ts'
import { tokenIn, type Answer } from '../../harness/client/answer.ts'
import type { Challenge } from '../../harness/client/second-step.ts'
import { together } from '../../harness/client/at-once.ts'
import { families, type Family } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { bursts, loginsMeet } from '../case/bursts.ts'
import { requirement } from '../case/requirement.ts'
import { wrongPassword } from '../wrong-values/legal-equals.ts'
import { challengeRules } from '../case/challenge-rules.ts'

type Beside = Pick<Tools, 'api' | 'run' | 'account' | 'mfaAccount'>

/** Logs in one of the two accounts, and judges it, while valid logins of the other are under way; each account twice. */
async function beside(
  { api, run, account, mfaAccount }: Beside,
  family: Family,
  judged: Account,
  judge: (answer: Answer) => void,
): Promise<void> {
  loginsMeet(run)
  const other = judged === account ? mfaAccount : account
  const valid = () => api.login(other, { family, role: 'twin' })
  const its = async () => judge(await api.login(judged, { family }))
  // A valid one first and last: a variable that all share may hold the account of either.
  await api.betweenLogins(account, { family }, () => bursts(run, [valid, its, its, valid]))
  await api.login(mfaAccount, { family, role: 'twin' })
}

for (const family of families) {
  requirement(
    'login.wrong-password',
    `beside valid logins at the same moment, on ${family}`,
    { needs: ['account'], alone: true, race: true, changed: 'the password' },
    async ({ api, account, run }) => {
      api.leftOutUnderLimits()
      loginsMeet(run)
      const other = run.declaration.accounts.plain2 || account
      const valid = () => api.login(account, { family, role: 'twin' })
      const wrong = (of: Account, whose: string) => async () => {
        const sent = { ...of, password: wrongPassword(of.password, run.random.word(6)) }
        const answer = await api.login(sent, { family })
        expect(answer).toEarnNothing(`a wrong password beside a valid one of ${whose} account`)
      }
      const own = wrong(account, 'the same')
      await api.betweenLogins(account, { family }, () =>
        bursts(run, [valid, own, valid, wrong(other, 'another'), own]),
      )
    },
  )

  requirement(
    'login.json',
    `two accounts at the same moment, on ${family}`,
    { needs: ['account', 'account2'], alone: true, race: true },
    async ({ api, account, account2, run }) => {
      loginsMeet(run)
      const known = [await api.token(account, { family }), await api.token(account2, { family })] as const
      if (known[0] === known[1]) throw new NotSupported('two accounts are answered one token')
      const [own, others] = [new Set<string | undefined>([known[0]]), new Set<string | undefined>([known[1]])]
      const logIn = (owner: Account, tokens: Set<string | undefined>) => async () => {
        tokens.add(tokenIn(await api.login(owner, { family })))
      }
      const [its, theirs] = [logIn(account, own), logIn(account2, others)]
      await bursts(run, [its, theirs, its, theirs])
      const shared = [...own].filter((token) => token !== undefined && others.has(token))
      holds(shared.length === 0, 'a token of its own for each account', 'both were answered one token')
    },
  )

  requirement(
    challengeRules[family],
    `to logins beside those of an account without a second factor, on ${family}`,
    { needs: ['mfaAccount', 'account'], alone: true, race: true },
    (asked) =>
      beside(asked, family, asked.mfaAccount, (answer) =>
        expect(answer).toGrantNoToken('a login at the same moment as one of another account'),
      ),
  )

  requirement(
    'login.no-challenge-without-mfa',
    `beside logins of an account with a second factor, on ${family}`,
    { needs: ['mfaAccount', 'account'], alone: true, race: true },
    (asked) => beside(asked, family, asked.account, (answer) => expect(answer).toBeNoChallenge()),
  )
}

requirement(
  'mfa.seed-per-account',
  'two accounts at the same moment',
  { needs: ['mfaAccount', 'mfaAccount2'], alone: true, race: true, phase: 'challenges' },
  async ({ api, mfaAccount, mfaAccount2, run }) => {
    api.challengesBySeed()
    loginsMeet(run)
    const [own, others] = [new Set<string>(), new Set<string>()]
    const begin = (account: Account, seeds: Set<string>) => async () =>
      void seeds.add((await api.challenge(account)).seed)
    // A server may reject a login while another of the same account is being checked.
    await bursts(run, [begin(mfaAccount, own), begin(mfaAccount2, others)])
    const shared = [...own].filter((seed) => others.has(seed))
    // A short one may come twice by chance.
    const isShared = shared.length > 1 || shared.some(({ length }) => length > 8)
    holds(!isShared, 'another seed for another account', 'challenges of both carry the same seed')
  },
)

requirement(
  'mfa.wrong-code',
  'beside a valid one at the same moment',
  { needs: ['mfaAccount', 'mfaAccount2'], alone: true, race: true, changed: 'otp_code' },
  async ({ api, mfaAccount, mfaAccount2, run }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    loginsMeet(run)
    await api.redeem(await api.freshChallenge(mfaAccount))
    // Answers the newest challenge with a valid code; that may void the earlier ones.
    const own = await api.challenge(mfaAccount)
    const valid = await api.freshChallenge(mfaAccount)
    const theirs = await api.challenge(mfaAccount2)
    const wrong = async (challenge: Challenge, code: string, whose: string) => {
      const answer = await api.answer(challenge, code)
      expect(answer).toBeRejected(`a wrong code beside a valid one of ${whose} account`)
    }
    await together<unknown>([
      api.answer(valid, valid.code, { role: 'twin' }),
      wrong(own, mfaAccount.wrongCode(), 'the same'),
      wrong(theirs, mfaAccount2.wrongCode(), 'another'),
    ])
    await api.redeem(await api.freshChallenge(mfaAccount))
  },
)

requirement(
  'mfa.code-one-time',
  'with four seeds at the same moment',
  {
    needs: ['mfaAccount2'],
    alone: true,
    race: true,
    changed: 'all submissions but one come after the first',
  },
  async ({ api, mfaAccount2, run }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    loginsMeet(run)
    await api.redeem(await api.freshChallenge(mfaAccount2))
    const { code, ...first } = await api.freshChallenge(mfaAccount2)
    const challenges = [first]
    while (challenges.length < 4) challenges.push(await api.challenge(mfaAccount2))
    const answers = await together(challenges.map((challenge) => api.answer(challenge, code)))
    // A login may return the token that is still valid: that counts as one token.
    const won = new Set(answers.map((answer) => tokenIn(answer)).filter((token) => token !== undefined))
    holds(won.size <= 1, 'at most one token for one code', `${won.size} tokens came for it`)
    await api.redeem(await api.freshChallenge(mfaAccount2))
  },
)
