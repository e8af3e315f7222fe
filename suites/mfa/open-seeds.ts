import { currentAllowance } from '../../harness/run/current-case.ts'
import { tokenIn } from '../../harness/client/answer.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { observation } from '../measuring/observe.ts'
import { confirmed, limitInWords, limitOf } from '../measuring/limit-of.ts'
import { secondFactorBySeed } from '../measuring/second-factor.ts'
import { described } from '../measuring/words.ts'

const hours48 = 48 * 3600

observation('observe.seed-lifetime', { needs: ['mfaAccount', 'clock'] }, async (tools) => {
  const { api, clock } = tools
  const account = secondFactorBySeed(tools)
  const period = account.period * 1000
  const limit = await limitOf({
    most: hours48,
    usual: [59, 119, 179, 299, 599, 899, 1799, 3599, 86_399],
    async works(seconds) {
      // Starts at a moment that puts the seed's age in the middle of a time step whose code was never sent.
      const end = (Math.floor((clock.now() + seconds * 1000) / period) + 2) * period + period / 3
      await clock.until(end - seconds * 1000)
      const begun = clock.now()
      const challenge = await api.challenge(account)
      await clock.until(challenge.answer.exchange.answeredAt + shift(tools) + seconds * 1000)
      const bought = tokenIn(await api.answer(challenge, await account.nextCode())) !== undefined
      // On a slow connection, the seed is older by now than planned: it failed at some age up to this one.
      return bought || { failedAt: Math.floor((clock.now() - begun) / 1000) }
    },
  })
  const sure = await confirmed(limit, async () => await api.redeem(await api.freshChallenge(account)))
  return limitInWords(sure, { worked: 'it was accepted', failed: 'it was rejected', exact: 'fails' })
})

/** Milliseconds from our monotonic clock to the subject's. */
const shift = ({ run }: Tools): number => run.clock.now() - run.monotonic()

observation('observe.seed-after-wrong-code', { needs: ['mfaAccount', 'clock'] }, async (tools) => {
  const { api } = tools
  const account = secondFactorBySeed(tools)
  const challenge = await api.freshChallenge(account)
  await api.answer(challenge, account.wrongCode())
  const right = await api.answer(challenge, challenge.code)
  if (tokenIn(right) !== undefined) return 'one wrong code does not spend it'
  await api.redeem(await api.freshChallenge(account))
  return `one wrong code spends it: the valid one then gets ${described(right)}`
})

observation('observe.seed-after-newer-challenge', { needs: ['mfaAccount', 'clock'] }, async (tools) => {
  const { api } = tools
  const account = secondFactorBySeed(tools)
  const older = await api.freshChallenge(account)
  const newer = await api.challenge(account)
  if (newer.seed === older.seed) return 'the newer challenge carries the same seed'
  const answer = await api.answer(older, older.code)
  if (tokenIn(answer) !== undefined) return 'no: the older seed still buys a token'
  await api.redeem(await api.freshChallenge(account))
  return `yes: the older seed gets ${described(answer)}`
})

/** The search stops after this many wrong codes with one seed. */
const enoughWrong = 10

observation('observe.seed-uses', { needs: ['mfaAccount', 'clock'] }, async (tools) => {
  const { api } = tools
  const account = secondFactorBySeed(tools)
  const most = Math.min(enoughWrong, Math.max(1, (currentAllowance()?.left ?? Infinity) - 1))
  for (const wrong of most === enoughWrong ? [1, 2, 4, enoughWrong] : [most]) {
    const challenge = await api.freshChallenge(account)
    for (let count = 0; count < wrong; count++) await api.answer(challenge, account.wrongCode())
    if (tokenIn(await api.answer(challenge, challenge.code)) !== undefined) continue
    await api.redeem(await api.freshChallenge(account))
    return `the valid code no longer counts after ${wrong} wrong ones`
  }
  return `${most + 1} or more: the valid code still counts after ${most} wrong ones`
})
