import { expect } from '../../harness/engine/case/expect.ts'
import { isChallenge, type Answer } from '../../harness/client/answer.ts'
import type { MfaAccount } from '../../harness/engine/case/tools.ts'
import type { Run } from '../../harness/run/run.ts'
import type { Family } from '../../harness/facts/families.ts'
import { NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import { isSamePassword } from '../wrong-values/legal-equals.ts'
import { behindZero, cut, extended, lastChanged, oneChanged, otherCase } from '../wrong-values/near-misses.ts'
import { handsOutNothing } from '../wrong-values/opens-nothing.ts'
import { requirement } from '../case/requirement.ts'

const kinds = [
  ['one character changed', oneChanged],
  ['extended', extended],
  ['with swapped case', otherCase],
  ['cut by one character', cut],
  ['with another last character', lastChanged],
  ['with an appended null character', behindZero],
  ['empty', () => ''],
] as const

/** What a server may take for the password: other values of the account, of other types, that of another account, and none. */
function otherValues(
  { username, otpSecret, codeAt }: MfaAccount,
  { declaration: { accounts, privateTokens } }: Run,
): (readonly [kind: string, value: unknown])[] {
  const tokens = [privateTokens.mfa || [], privateTokens.plain || []].flat()
  const own = tokens.filter((one) => one.username === username)
  return [
    ['its username', username],
    ...own.map(({ token }) => ['its private token', token] as const),
    ...(otpSecret === undefined
      ? []
      : ([
          ['its secret for codes', otpSecret],
          ['its code', codeAt(0)],
        ] as const)),
    ...(accounts.plain ? [['that of another account', accounts.plain.password] as const] : []),
    ['true', true],
    ['none', undefined],
  ]
}

/**
 * Sends wrong passwords for an account with a second factor. If failed logins are limited, only one kind is sent, which is
 * judged here for all accounts, so that the first account has a rejection left for another kind.
 */
export function wrongPassword(family: Family, ifLimited: (typeof kinds)[number][0]): void {
  requirement(
    'mfa.wrong-password-no-challenge',
    `on ${family}`,
    // Most servers check the password for both families in one place; an empty code comes before the second of them.
    {
      needs: ['mfaAccount'],
      changed: 'the password',
      rejects: { of: 'mfa', rank: family === 'v1' ? 1 : 3, family },
    },
    async ({ api, mfaAccount, run }) => {
      const right = mfaAccount
      const first = await api.login(right, { family, role: 'twin' })
      if (first.exchange.response.status >= 500)
        throw new SetupFailed(`a valid first step failed: ${first.said}`)
      const { limited } = run.failedLogins
      const near = kinds
        .filter(([kind]) => !limited || kind === ifLimited)
        .map(([kind, alter]) => [kind, alter(right.password, run.random)] as const)
      const wrong = [...near, ...(limited ? [] : otherValues(right, run))].filter(
        ([, password]) => !isSamePassword(String(password), right.password),
      )
      if (wrong.length === 0)
        throw new NotSupported('a server may treat the declared password, changed in this way, as the same')
      for (const [kind, password] of wrong) {
        const fields = { username: right.username, password }
        const rejected = await api.login(right, { family, fields })
        expect(rejected).toEarnNothing(kind)
        await handsOutNothing(api, rejected)
        // A stub gives every login the same answer, and rejects none.
        if (looks(first) === looks(rejected))
          throw new SetupFailed(`the valid password is answered like a wrong one: ${first.said}`)
      }
      const last = await api.login(right, { family, role: 'twin' })
      if (isChallenge(first) !== isChallenge(last)) {
        throw new SetupFailed(`a valid first step was rejected: ${last.said}`)
      }
    },
  )
}

/** Status and field names: what an answer shows apart from its values. */
const looks = ({ exchange, json }: Answer): string =>
  JSON.stringify([
    exchange.response.status,
    typeof json === 'object' && json ? Object.keys(json).sort() : json,
  ])
