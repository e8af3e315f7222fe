import { expect } from '../../harness/engine/expect.ts'
import { declaredAccounts } from '../../harness/client/api.ts'
import type { Rejection } from '../../harness/engine/plan-spending.ts'
import { families, oneOfEach, ways, type Way } from '../../harness/client/families.ts'
import { NotSupported } from '../../harness/verdicts/outcomes.ts'
import { between } from '../../harness/client/steps.ts'
import {
  injection,
  noObjects,
  otherTypes,
  patternsOf,
  spellingsOf,
  told,
} from '../wrong-values/loose-comparisons.ts'
import { isSameName, isSamePassword } from '../wrong-values/legal-equals.ts'
import { closedToStrangers, opensNothing } from '../wrong-values/opens-nothing.ts'
import { otherAccount } from './other-account.ts'
import { requirement } from '../requirement.ts'

/** Wrong passwords that loose comparisons take for the right one; what they are made of stands in no report. */
const loosePasswords = {
  json: (right: string, username: string) => [
    ...[...patternsOf(right), ...otherTypes].map((one) => [told(one), one] as const),
    ['the user name', username] as const,
  ],
  form: (right: string, username: string) => [...spellingsOf(right), ['the user name', username] as const],
}

for (const { family, encoding } of ways) {
  const way = `${encoding} on ${family}`

  requirement(
    'login.wrong-password',
    `${encoding === 'json' ? 'patterns and values of other types' : 'other spellings'}, ${way}`,
    { needs: ['account'], changed: 'the password' },
    async ({ api, account }) => {
      api.leftOutUnderLimits()
      const { username, password: right } = account
      const made = loosePasswords[encoding](right, username).filter(
        ([, one]) => typeof one !== 'string' || !isSamePassword(one, right),
      )
      await between(
        () => api.token(account, { family, encoding }),
        async () => {
          for (const [what, password] of made) {
            const fields = { username, password }
            expect(await api.login(account, { fields, family, encoding })).toEarnNothing(what)
          }
        },
      )
    },
  )
}

for (const [name, what] of [
  ['username', 'user name'],
  ['password', 'password'],
] as const) {
  for (const way of oneOfEach) {
    requirement(
      'login.missing-field',
      `with an empty ${what}, ${way.encoding} on ${way.family}`,
      { needs: ['account'], changed: `the ${what} is empty`, rejects: rejectsEmpty(name, way) },
      async ({ api, account, run }) => {
        const other = otherAccount(run, account)
        const fields = { username: other.username, password: other.password, [name]: '' }
        await between(
          () => api.token(other, way),
          async () => expect(await api.login(other, { fields, ...way })).toEarnNothing(),
        )
      },
    )
  }
}

// By then a web login was accepted: the rejection that was kept for it is free.
requirement(
  'login.wrong-password',
  'the user name',
  {
    needs: ['account'],
    changed: 'the password',
    phase: 'late',
    rejects: { of: 'plain', rank: 2, fromReserve: true },
  },
  async ({ api, account }) => {
    const { username } = account
    if (isSamePassword(username, account.password))
      throw new NotSupported('the password of this account is its user name')
    await between(
      () => api.token(account),
      async () => expect(await api.login({ username, password: username })).toEarnNothing(),
    )
  },
)

/** An empty password is a likely fault, and tried where the one that is left out is not. */
function rejectsEmpty(name: 'username' | 'password', { family, encoding }: Way): Rejection {
  if (name === 'username') return { of: 'nobody', rank: 5, family }
  return { of: 'other', rank: encoding === 'form' ? 2 : 5, family }
}

// One of them fits into default limits: servers that expect an object break on it (refusal.no-5xx looks at every rejection).
requirement(
  'login.missing-field',
  'a list of JSON in place of the fields',
  { needs: ['account'], changed: 'the body', rejects: { of: 'nobody', rank: 3 } },
  async ({ api, account }) => {
    await between(
      () => api.token(account),
      async () => expect(await api.login(account, { fields: {}, body: '[]' })).toEarnNothing(),
    )
  },
)

for (const family of families) {
  requirement(
    'login.missing-field',
    `bodies of JSON that hold no fields, on ${family}`,
    { needs: ['account'], changed: 'the body' },
    async ({ api, account }) => {
      api.leftOutUnderLimits()
      await between(
        () => api.token(account, { family }),
        async () => {
          for (const body of noObjects)
            expect(await api.login(account, { fields: {}, body, family })).toEarnNothing(`the body ${body}`)
        },
      )
    },
  )

  requirement(
    'login.wrong-password',
    `true in place of a text, on ${family}`,
    // Equal to every text where values are compared loosely.
    {
      needs: ['account'],
      changed: 'the password',
      rejects: { of: 'plain', rank: family === 'v1' ? 2 : 3, family },
    },
    async ({ api, account }) => {
      const fields = { username: account.username, password: true }
      await between(
        () => api.token(account, { family }),
        async () => expect(await api.login(account, { fields, family })).toEarnNothing(),
      )
    },
  )

  requirement(
    'login.wrong-password',
    `nothing in the refusal opens a list, on ${family}`,
    { needs: ['account'], changed: 'the password' },
    async ({ api, account, run }) => {
      api.leftOutUnderLimits()
      for (const list of api.listFamilies()) await api.anyAccepted(list)
      await closedToStrangers(api, run.random.word(32))
      const wrong = { ...account, password: `${account.password}-wrong` }
      await between(
        () => api.token(account, { family }),
        async () => {
          const refused = await api.login(wrong, { family })
          expect(refused).toEarnNothing()
          await opensNothing(api, refused, (list) => api.anyAccepted(list))
        },
      )
    },
  )

  // In form on the newer family, which no other likely kind comes to.
  const way = { family, encoding: family === 'v1' ? 'form' : 'json' } as const
  requirement(
    'login.wrong-password',
    `that of another account on ${family}`,
    {
      needs: ['account', 'account2'],
      changed: 'the password',
      rejects: { of: 'other', rank: family === 'v1' ? 1 : 3, family },
    },
    async ({ api, account, account2 }) => {
      const { password } = account
      if (isSamePassword(password, account2.password))
        throw new NotSupported('both accounts have the same password')
      await api.token(account, way)
      await between(
        () => api.token(account2, way),
        async () => expect(await api.login({ ...account2, password }, way)).toEarnNothing(),
      )
    },
  )

  requirement(
    'login.unknown-user',
    `names that a lookup could take for a right one, on ${family}`,
    { needs: ['account'], changed: 'the user name' },
    async ({ api, account, run }) => {
      api.leftOutUnderLimits()
      const { username, password } = account
      const known = declaredAccounts(run).map((one) => one.username)
      const names = [
        ...patternsOf(username),
        `${username}\0x`,
        `${username}'-- `,
        `${username}${injection}`,
        `${username}/x`,
      ].filter((name) => !known.some((right) => isSameName(name, right)))
      // The same text in all where the two fields are joined without a mark between them.
      const [first = '', ...rest] = [...password]
      const moved = { username: username + first, password: rest.join('') }
      await between(
        () => api.token(account, { family }),
        async () => {
          for (const name of names)
            expect(await api.login({ username: name, password }, { family })).toEarnNothing(told(name))
          if (isSameName(moved.username, username)) return
          expect(await api.login(moved, { family })).toEarnNothing(
            'the first character of the password moved to the user name',
          )
        },
      )
    },
  )
}
