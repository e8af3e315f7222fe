// The first second steps of a run, in each encoding.

import { expect } from '../../harness/engine/case/expect.ts'
import { bearer } from '../../harness/client/credentials/credentials.ts'
import { requirement } from '../case/requirement.ts'
import { rememberStep } from './earlier-step.ts'

// Come before every other second step: after two rejected codes, and none accepted, no more are sent.
for (const [encoding, at] of [
  ['json', 0],
  ['form', -1],
] as const) {
  requirement(
    'mfa.second-step-grants-token',
    `after a ${encoding} login`,
    { needs: ['mfaAccount'] },
    async ({ api, mfaAccount, run }) => {
      await api.wayIsOpen({ family: 'users-v1', encoding })
      const code = await mfaAccount.nextCode()
      const challenge = await api.challenge(mfaAccount, { encoding })
      const answer = await api.answer(challenge, code)
      const token = expect(answer).toGrantToken()
      rememberStep(run, answer)
      // Uses each token once: whether it works again is another rule.
      const list = api.listFamilies().at(at) ?? api.listFamily()
      expect(await api.list(list, bearer(token, mfaAccount.username))).toListUsers()
    },
  )
}
