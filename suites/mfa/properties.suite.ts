// Random near misses of a code, of a seed and of a password.

import fc from 'fast-check'
import { earnsNothing, rejected } from '../../harness/engine/case/judges.ts'
import { notJudged, property } from '../../harness/engine/case/property.ts'
import { encodings, families } from '../../harness/facts/families.ts'
import { requirement } from '../case/requirement.ts'
import { isAnyCode } from './any-code.ts'
import { mayBeIssued } from './may-be-issued.ts'
import { isSamePassword } from '../wrong-values/legal-equals.ts'
import { anyCharacter, edit, edited, editRecipe, type Edit } from '../wrong-values/near-miss.ts'

const digit = fc.constantFrom(...'0123456789')
const codeCharacter = fc.oneof({ arbitrary: digit, weight: 4 }, { arbitrary: anyCharacter, weight: 1 })

requirement(
  'mfa.wrong-code',
  'any near miss',
  { needs: ['mfaAccount'], changed: 'otp_code', rejects: { of: 'mfa', rank: 9, property: true } },
  async ({ api, mfaAccount }) => {
    // Takes a code that is sent nowhere: one that was accepted may be rejected whatever is changed about it.
    let unspent: Promise<string> | undefined
    await property(
      edit(codeCharacter),
      async (change, probe) => {
        await (unspent ??= mfaAccount.nextCode())
        const challenge = await probe.challenge(mfaAccount)
        const code = edited(mfaAccount.codeAt(0), change)
        if (code === '' || isAnyCode(mfaAccount, code)) return notJudged
        return rejected(await probe.answer(challenge, code))
      },
      {
        twin: () => api.acceptsCode(mfaAccount),
        recipe: (change) => editRecipe('one-time code', change),
        failsLogins: true,
        inTurn: true,
      },
    )
  },
)

requirement(
  'mfa.wrong-seed',
  'any near miss',
  { needs: ['mfaAccount'], changed: 'seed', rejects: { of: 'nobody', rank: 9, property: true } },
  async ({ api, mfaAccount }) => {
    api.challengesBySeed()
    await api.acceptsCode(mfaAccount)
    // The code is valid and stays unspent, since every seed sent with it is wrong.
    const valid = await api.freshChallenge(mfaAccount)
    await property(
      edit(anyCharacter),
      async (change, probe) => {
        const seed = edited(valid.seed, change)
        if (seed === '' || mayBeIssued(seed, valid.seed)) return notJudged
        return rejected(await probe.answer({ ...valid, seed }, mfaAccount.codeAt(0), { account: null }))
      },
      {
        twin: () => Promise.resolve(),
        recipe: (change) => editRecipe('seed', change),
        failsLogins: true,
      },
    )
    await api.redeem(await api.freshChallenge(mfaAccount))
  },
)

requirement(
  'mfa.wrong-password-no-challenge',
  'any near miss',
  { needs: ['mfaAccount'], changed: 'the password', rejects: { of: 'mfa', rank: 9, property: true } },
  async ({ api, mfaAccount }) => {
    const input = fc.record({
      change: edit(anyCharacter),
      family: fc.constantFrom(...families.filter(api.hasLogin)),
      encoding: fc.constantFrom(...encodings),
    })
    await property(
      input,
      async ({ change, family, encoding }, { login }) => {
        const password = edited(mfaAccount.password, change)
        if (password === '' || isSamePassword(password, mfaAccount.password)) return notJudged
        return earnsNothing(await login({ ...mfaAccount, password }, { family, encoding }))
      },
      {
        twin: () => api.challenge(mfaAccount),
        recipe: ({ change, family, encoding }: { change: Edit; family: string; encoding: string }) =>
          `${editRecipe('password', change)}, in ${encoding} on ${family}`,
        failsLogins: true,
      },
    )
  },
)
