// Codes of another hour or day.

import { tokenIn } from '../../harness/client/answer.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { SetupFailed } from '../../harness/outcomes.ts'
import type { Family } from '../../harness/facts/families.ts'
import { isAnyCode } from './any-code.ts'
import { familiesOfStep, onFamily } from './newer-challenge.ts'
import { encodingsOfStep } from './in-form.ts'
import { requirement } from '../case/requirement.ts'
import { stepRejected } from './step-rejected.ts'
import { stillRedeems } from './still-redeems.ts'
import { ifAnswered } from '../case/if-answered.ts'

// Exactly an hour, as if one side kept the time of another zone.
for (const [title, hours] of [
  ['an hour old', -1],
  ['of an hour ahead', 1],
] as const) {
  const options = { changed: 'otp_code', ...(hours < 0 ? { rejects: { of: 'mfa2', rank: 2 } as const } : {}) }
  requirement(
    'mfa.old-code-refused',
    title,
    { ...options, needs: ['mfaAccount2', 'clock'] },
    async ({ api, mfaAccount2, clock, run }) => {
      if (hours > 0) api.leftOutUnderLimits()
      await api.redeem(await api.freshChallenge(mfaAccount2))
      // Waits two steps more, so that the code of an hour ago isn't the one just spent, which a server rejects for that
      // reason.
      await clock.forward(3600 + 2 * mfaAccount2.period)
      for (const on of await familiesOfStep({ api, run }, mfaAccount2)) {
        const tried = await api.freshChallenge(mfaAccount2, on)
        const other = mfaAccount2.codeAt(Math.round((hours * 3600) / mfaAccount2.period))
        if (mfaAccount2.isNear(other)) throw new SetupFailed('by chance, that code is also a current one')
        const answer = await api.answer(tried, other)
        const isTaken = tokenIn(answer) !== undefined
        const what = isTaken ? (await besideIt({ api, mfaAccount2 }, hours, on)) + onFamily(on) : undefined
        await stepRejected(api, answer, what)
        // One rejection is planned if failed logins are limited.
        if (!run.failedLogins.limited && encodingsOfStep(run).includes('form')) {
          const again = await api.challenge(mfaAccount2, on)
          const inForm = await api.answer(again, other, { encoding: 'form' })
          await stepRejected(api, inForm, `a code an hour off, in a form${onFamily(on)}`)
        }
        await stillRedeems({ api, run }, mfaAccount2, tried.code, on)
      }
    },
  )
}

// A server that ignores the date, or reads the clock in twelve hours, accepts the codes of then. The suite doesn't wait
// for them.
requirement(
  'mfa.old-code-refused',
  'of half a day and of a day, ago and ahead',
  { needs: ['mfaAccount2'], changed: 'otp_code' },
  async ({ api, mfaAccount2 }) => {
    api.leftOutUnderLimits()
    await api.acceptsCode(mfaAccount2)
    const valid = await mfaAccount2.nextCode()
    for (const [what, seconds] of [
      ['a day ago', -24 * 3600],
      ['a day ahead', 24 * 3600],
      ['half a day ago', -12 * 3600],
      ['half a day ahead', 12 * 3600],
    ] as const) {
      const code = mfaAccount2.codeAt(Math.round(seconds / mfaAccount2.period))
      if (isAnyCode(mfaAccount2, code)) continue
      await stepRejected(api, await api.answer(await api.challenge(mfaAccount2), code), `the code of ${what}`)
    }
    await api.redeem(await api.challenge(mfaAccount2), valid)
  },
)

/**
 * If the server accepts a code that is an hour off, tells how one five minutes closer fares: that helps to fix the
 * server.
 */
async function besideIt(
  { api, mfaAccount2 }: Pick<Tools, 'api' | 'mfaAccount2'>,
  hours: number,
  on: { family?: Family },
) {
  const code = mfaAccount2.codeAt(Math.round((hours * 3300) / mfaAccount2.period))
  const answer = await ifAnswered(async () => api.answer(await api.challenge(mfaAccount2, on), code))
  const fared = answer && (tokenIn(answer) === undefined ? 'rejected' : 'accepted too')
  return `a code an hour off${fared === undefined ? '' : `; one 55 minutes off is ${fared}`}`
}
