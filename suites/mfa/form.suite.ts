// A second step sent as a form.

import { demandAnother } from './demand-another.ts'
import { redeemInForm } from './in-form.ts'
import { requirement } from '../case/requirement.ts'

// Shows whether the subject reads forms. If so, and failed logins are limited, mfa.other-accounts-seed sends its wrong
// code in one. If not, a case of this account gives way that leaves no rule without one; the other account has none.
requirement(
  'mfa.seed-fresh',
  'after a seed was spent with a form',
  { needs: ['mfaAccount'], rejects: { of: 'mfa', rank: 1, hopeful: true } },
  async ({ api, mfaAccount, run }) => {
    api.challengesBySeed()
    const spent = await api.freshChallenge(mfaAccount)
    await redeemInForm({ api, run }, spent, 'judged')
    const next = await api.challenge(mfaAccount)
    demandAnother(next, spent)
  },
)
