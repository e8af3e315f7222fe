// Where the second step is: the fixed path, and the path in `otp_url`.

import { tokenIn } from '../../harness/client/answer.ts'
import { secondStepPath } from '../../harness/facts/families.ts'
import { orMisdeclared } from '../../harness/client/or-misdeclared.ts'
import { pathOf } from '../../harness/client/send.ts'
import { expect, holds } from '../../harness/engine/case/expect.ts'
import { SetupFailed } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'
import { earlierStep } from './earlier-step.ts'

requirement(
  'mfa.fixed-second-step-path',
  'on users-v1',
  { needs: ['mfaAccount'] },
  async ({ api, mfaAccount, run }) => {
    api.challengesBySeed()
    const earlier = earlierStep(run)
    if (earlier && pathOf(earlier.exchange.request.target) === run.wire.prefix + secondStepPath)
      return void expect(earlier).toGrantToken()
    const challenge = await api.freshChallenge(mfaAccount, { family: 'users-v1' })
    const answer = await api.answer(challenge, challenge.code, { path: secondStepPath })
    const named = challenge.otpUrl.split('?')[0]?.endsWith(secondStepPath)
    if (named && tokenIn(answer) === undefined)
      throw new SetupFailed(`a valid second step was rejected: ${answer.said}${orMisdeclared(run, answer)}`)
    expect(answer).toGrantToken()
  },
)

requirement('mfa.otp-url-relative', 'is a path', { needs: ['mfaLogin'] }, async ({ api, mfaLogin, run }) => {
  api.challengesBySeed()
  const { otpUrl } = await api.challenge(mfaLogin)
  const isAbsolute = /^([a-z][a-z\d+.-]*:)?\/\//i.test(otpUrl)
  const { origin } = run.wire
  const isOwn = URL.canParse(otpUrl, origin) && new URL(otpUrl, origin).origin === origin
  holds(
    !isAbsolute,
    'a path in otp_url',
    `otp_url is an absolute URL of ${isOwn ? 'this' : 'another'} origin`,
  )
})
