import { expect, holds } from '../../harness/engine/expect.ts'
import type { Run } from '../../harness/run/run.ts'
import type { Account, Tools } from '../../harness/engine/tools.ts'
import { tokenIn, type Answer } from '../../harness/client/answer.ts'
import type { Way } from '../../harness/facts/families.ts'
import { families } from '../../harness/facts/families.ts'
import { NotSupported, noneLeft, Skipped } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'
import { wrongPassword } from '../wrong-values/legal-equals.ts'
import { challengeRules } from '../case/challenge-rules.ts'

/** Sends each burst this many times: two requests may miss each other in a single try. */
const rounds = 3

/**
 * @throws NotSupported if requests are sent one after another; Skipped if failed logins are limited and the server rejects
 * valid ones that come at the same moment
 */
function meets({ declaration: { limits }, failedLogins }: Run): void {
  if (limits.concurrency === 1) throw new NotSupported('requests are sent one at a time (limits.concurrency)')
  if (failedLogins.limited && failedLogins.rejectsAtOnce) throw new Skipped(noneLeft)
}

/**
 * Sends the requests at the same moment, for several rounds, and passes the answers of each round to `judge`. If failed
 * logins are limited, the first round with a rejected valid login is the last.
 */
async function bursts(
  { failedLogins }: Run,
  requests: readonly (() => Promise<Answer>)[],
  judge: (answers: readonly Answer[]) => void,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    judge(await Promise.all(requests.map((send) => send())))
    if (failedLogins.limited && failedLogins.rejectsAtOnce) return
  }
}

/** Logs in one account while valid logins of another are under way, each account twice. */
const beside = (api: Tools['api'], family: Way['family'], judged: Account, others: Account) => {
  const valid = () => api.login(others, { family, role: 'twin' })
  const its = () => api.login(judged, { family })
  return [valid, its, valid, its]
}

for (const family of families) {
  const secondStepRule = challengeRules[family]

  requirement(
    'login.wrong-password',
    `beside valid logins at the same moment, on ${family}`,
    { needs: ['account'], alone: true, race: true, changed: 'the password' },
    async ({ api, account, run }) => {
      api.leftOutUnderLimits()
      meets(run)
      const other = run.declaration.accounts.plain2 || account
      const wrong = (of: Account) => () =>
        api.login({ ...of, password: wrongPassword(of.password, run.random.word(6)) }, { family })
      const valid = () => api.login(account, { family, role: 'twin' })
      await api.betweenLogins(account, { family }, () =>
        bursts(
          run,
          [valid, wrong(account), valid, wrong(other), wrong(account)],
          ([, own, , others, again]) => {
            for (const answer of [own, again])
              if (answer)
                expect(answer).toEarnNothing('a wrong password beside a valid one of the same account')
            if (others) expect(others).toEarnNothing('a wrong password beside a valid one of another account')
          },
        ),
      )
    },
  )

  requirement(
    'login.json',
    `two accounts at the same moment, on ${family}`,
    { needs: ['account', 'account2'], alone: true, race: true },
    async ({ api, account, account2, run }) => {
      meets(run)
      const owners = [account, account2, account, account2]
      const known = [await api.token(account, { family }), await api.token(account2, { family })]
      if (known[0] === known[1]) throw new NotSupported('two accounts are answered one token')
      await bursts(
        run,
        owners.map((owner) => () => api.login(owner, { family })),
        (answers) => {
          const tokens = answers.map((answer) => tokenIn(answer))
          const of = (owner: number) => new Set([known[owner], ...tokens.filter((_, at) => at % 2 === owner)])
          const others = of(1)
          const shared = [...of(0)].filter((token) => token !== undefined && others.has(token))
          holds(shared.length === 0, 'a token of its own for each account', 'both were answered one token')
        },
      )
    },
  )

  requirement(
    secondStepRule,
    `to logins beside those of an account without a second factor, on ${family}`,
    { needs: ['mfaAccount', 'account'], alone: true, race: true },
    async ({ api, mfaAccount, account, run }) => {
      meets(run)
      await api.betweenLogins(account, { family }, () =>
        bursts(run, beside(api, family, mfaAccount, account), (answers) => {
          for (const answer of answers.filter((_, at) => at % 2 === 1))
            expect(answer).toGrantNoToken('a login at the same moment as one of another account')
        }),
      )
      await api.login(mfaAccount, { family, role: 'twin' })
    },
  )

  requirement(
    'login.no-challenge-without-mfa',
    `beside logins of an account with a second factor, on ${family}`,
    { needs: ['mfaAccount', 'account'], alone: true, race: true },
    async ({ api, mfaAccount, account, run }) => {
      meets(run)
      await api.betweenLogins(account, { family }, () =>
        bursts(run, beside(api, family, account, mfaAccount), (answers) => {
          for (const answer of answers.filter((_, at) => at % 2 === 1)) expect(answer).toBeNoChallenge()
        }),
      )
      await api.login(mfaAccount, { family, role: 'twin' })
    },
  )
}

requirement(
  'mfa.wrong-code',
  'beside a valid one at the same moment',
  { needs: ['mfaAccount', 'mfaAccount2'], alone: true, race: true, changed: 'otp_code' },
  async ({ api, mfaAccount, mfaAccount2, run }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    meets(run)
    await api.redeem(await api.freshChallenge(mfaAccount))
    // Answers the newest challenge with a valid code; that may void the earlier ones.
    const own = await api.challenge(mfaAccount)
    const valid = await api.freshChallenge(mfaAccount)
    const theirs = await api.challenge(mfaAccount2)
    const [, ofOwn, ofOther] = await Promise.all([
      api.answer(valid, valid.code, { role: 'twin' }),
      api.answer(own, mfaAccount.wrongCode()),
      api.answer(theirs, mfaAccount2.wrongCode()),
    ])
    expect(ofOwn).toBeRejected('a wrong code beside a valid one of the same account')
    expect(ofOther).toBeRejected('a wrong code beside a valid one of another account')
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
    meets(run)
    await api.redeem(await api.freshChallenge(mfaAccount2))
    const { code, ...first } = await api.freshChallenge(mfaAccount2)
    const challenges = [first]
    while (challenges.length < 4) challenges.push(await api.challenge(mfaAccount2))
    const answers = await Promise.all(challenges.map((challenge) => api.answer(challenge, code)))
    // A login may return the token that is still valid: that counts as one token.
    const won = new Set(answers.map((answer) => tokenIn(answer)).filter((token) => token !== undefined))
    holds(won.size <= 1, 'at most one token for one code', `${won.size} tokens came for it`)
    await api.redeem(await api.freshChallenge(mfaAccount2))
  },
)
