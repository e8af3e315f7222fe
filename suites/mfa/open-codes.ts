import { tokenIn } from '../../harness/client/answer.ts'
import { observation } from '../measuring/observe.ts'
import { secondFactor, secondFactorBySeed } from '../measuring/second-factor.ts'
import { described } from '../measuring/words.ts'

/** The search goes no further than this many steps from the current one. */
const farthest = 10

observation('observe.code-window', { needs: ['mfaAccount', 'clock'] }, async (tools) => {
  const { api, clock } = tools
  const account = secondFactor(tools)
  const period = account.period * 1000

  /** Sends the code of a step near the current one, at a time far from every step whose code was sent before. */
  async function isAccepted(steps: number): Promise<boolean> {
    const start = (Math.floor(clock.now() / period) + 3 * farthest) * period
    await clock.until(start + period / 3)
    const challenge = await api.challenge(account)
    return tokenIn(await api.answer(challenge, account.codeAt(steps))) !== undefined
  }

  async function reach(direction: 1 | -1): Promise<string> {
    for (let steps = 1; steps <= farthest; steps++) {
      if (!(await isAccepted(direction * steps))) return String(steps - 1)
    }
    return `${farthest} or more`
  }
  const [before, after] = [await reach(-1), await reach(1)]
  await clock.forward(3 * farthest * account.period)
  await api.redeem(await api.freshChallenge(account))
  return `${before} before and ${after} after the current one (steps of ${account.period} s)`
})

observation('observe.code-reuse', { needs: ['mfaAccount', 'clock'] }, async (tools) => {
  const { api } = tools
  const account = secondFactorBySeed(tools)
  const first = await api.freshChallenge(account)
  await api.redeem(first)
  const second = await api.challenge(account)
  const answer = await api.answer(second, first.code)
  if (tokenIn(answer) !== undefined) return 'yes, with another seed'
  await api.redeem(await api.freshChallenge(account))
  return `no: with another seed it gets ${described(answer)}`
})
