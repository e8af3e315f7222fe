// The login: what a valid one returns, in JSON and in a form, and that a wrong password or a missing field gets no token.

import { expect } from '../../harness/engine/case/expect.ts'
import { strangerWasRejected } from '../../harness/client/controls.ts'
import { families, oneOfEach, ways } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import {
  beforeDomain,
  behindZero,
  cut,
  extended,
  lastChanged,
  oneChanged,
  otherCase,
  sameLength,
} from '../wrong-values/near-misses.ts'
import { otherAccount, withOther } from './other-account.ts'
import { isSamePassword } from '../wrong-values/legal-equals.ts'
import { handsOutNothing } from '../wrong-values/opens-nothing.ts'
import { rejectedLogin } from '../case/pair.ts'
import { requirement } from '../case/requirement.ts'

/**
 * Names that no account has, and that a lookup may take for an account's: a regular expression in which everything behind
 * the name may be missing, which also shows whether the name counts up to a hyphen only, finds the account if it is pasted
 * into SQL, and has a letter beyond ASCII; and a pattern of LIKE in SQL. Lookups that ignore letter case are often written
 * in one of these ways.
 */
const strange = {
  'as an expression': (username: string, word: string) =>
    beforeDomain(username, (name) => `${name}-?(${word}é' OR username='${username}'-- )?`),
  'as a pattern': (username: string) =>
    beforeDomain(username, (name) => (name.endsWith('_') ? `${name}%` : name.replace(/.$/su, '_'))),
}

// Comes first: a rejected login of an unknown user is the control for every accepted login.
for (const [family, made, rank] of [
  ['users-v1', 'as an expression', 1],
  ['v1', 'as a pattern', 1],
  // If there is just one family, the limits leave room for its other name.
  ['users-v1', 'as a pattern', 4],
  ['v1', 'as an expression', 4],
] as const) {
  requirement(
    'login.unknown-user',
    `with the password of another${rank === 1 ? '' : `, ${made}`}, on ${family}`,
    { needs: ['account'], changed: 'the username', rejects: { of: 'nobody', rank, family } },
    async ({ api, account, run }) => {
      const username = strange[made](account.username, run.random.word(10))
      await api.betweenLogins(account, { family }, async () => {
        const answer = await api.login({ ...account, username }, { family })
        expect(answer).toEarnNothing()
        await handsOutNothing(api, answer)
      })
      strangerWasRejected(run)
    },
  )
}

for (const family of families) {
  requirement('login.json', `on ${family}`, { needs: ['account'] }, async ({ api, account }) => {
    expect(await api.login(account, { family, encoding: 'json' })).toGrantToken()
  })

  requirement('login.form-encoded', `on ${family}`, { needs: ['account'] }, async ({ api, account }) => {
    expect(await api.login(account, { family, encoding: 'form' })).toGrantToken()
  })
}

/**
 * Kinds of wrong passwords that real servers accept; for each, the ways it is sent in and its rank there. Most servers
 * have a single check for all ways, so each kind comes first in one way, and each way gets some kind.
 *
 * The first three kinds each catch several faults. Swapped case also catches a check of the length only; a cut password
 * also catches a hash of the first characters only; and text after a null character also catches any appended text,
 * unless the server rejects null characters. One changed character or accent is tried with an account that has a second
 * factor (mfa.wrong-password-no-challenge): it catches servers that compare ASCII only, ignore accents or forgive one
 * error.
 *
 * On each way, one kind is sent with a charset in the content type. If a way checks no password at all, any kind shows
 * it; if it checks none only when a charset is named, just that one does.
 */
const nearMisses = [
  {
    kind: 'with swapped case',
    alter: otherCase,
    tried: { 'form on users-v1': 1, 'json on v1': 3 },
    charset: 'form on users-v1',
  },
  { kind: 'cut by one character', alter: cut, tried: { 'json on v1': 1, 'json on users-v1': 3 } },
  {
    kind: 'with an appended null character',
    alter: behindZero,
    of: 'other',
    tried: { 'form on v1': 2, 'json on users-v1': 4 },
    charset: 'form on v1',
  },
  { kind: 'one character changed', alter: oneChanged, tried: { 'form on v1': 3, 'form on users-v1': 4 } },
  { kind: 'extended', alter: extended, tried: { 'json on users-v1': 4, 'form on v1': 4 } },
  {
    kind: 'with another last character',
    alter: lastChanged,
    tried: { 'json on v1': 6, 'form on users-v1': 6 },
  },
  { kind: 'of the same length', alter: sameLength, tried: { 'form on v1': 5 } },
] as const

for (const { kind, alter, tried, ...rest } of nearMisses) {
  const of = 'of' in rest ? rest.of : 'plain'
  const named = 'charset' in rest ? rest.charset : undefined
  for (const { family, encoding } of ways) {
    const way = `${encoding} on ${family}`
    const rank = (tried as Record<string, number>)[way]
    if (rank === undefined) continue
    rejectedLogin(
      'login.wrong-password',
      `${kind}, ${way}`,
      { needs: ['account'], changed: 'the password', rejects: { of, rank, family } },
      ({ account, run }) => {
        const valid = of === 'other' ? otherAccount(run, account) : account
        const password = alter(valid.password, run.random)
        if (isSamePassword(password, valid.password))
          throw new NotSupported('a server may treat the declared password, changed in this way, as the same')
        const charset = way === named ? ({ charset: true } as const) : {}
        return { valid, way: { family, encoding }, ...charset, invalid: [[kind, { ...valid, password }]] }
      },
    )
  }
}

for (const { family, encoding } of ways) {
  const way = `${encoding} on ${family}`

  requirement('login.token-response', way, { needs: ['account'] }, async ({ api, account }) => {
    const answer = await api.login(account, { family, encoding })
    api.succeeded(answer)
    expect(answer).toGrantToken()
    expect(answer).toHaveContentTypeJson()
  })

  requirement('login.no-challenge-without-mfa', way, { needs: ['account'] }, async ({ api, account }) => {
    expect(await api.login(account, { family, encoding })).toBeNoChallenge()
    await api.token(account, { family, encoding })
  })
}

for (const [name, of] of [
  ['username', 'nobody'],
  ['password', 'other'],
] as const) {
  for (const way of oneOfEach) {
    const rejects = {
      of,
      rank: way.encoding === 'form' ? 5 : name === 'password' ? 1 : 2,
      family: way.family,
    }
    rejectedLogin(
      'login.missing-field',
      `without ${name}, ${way.encoding} on ${way.family}`,
      { needs: ['account'], changed: `${name} is left out`, rejects },
      ({ account, run }) =>
        withOther(run, account, name).map((valid) => {
          const { [name]: _, ...fields } = { username: valid.username, password: valid.password }
          return { valid, way, invalid: [[`without ${name}`, valid, { fields }]] }
        }),
    )
  }
}
