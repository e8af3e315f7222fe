import { expect } from '../harness/cases/expect.ts'
import { declaredAccounts } from '../harness/client/api.ts'
import { families, oneOfEach, ways } from '../harness/client/families.ts'
import { NotSupported } from '../harness/verdicts/outcomes.ts'
import { between } from '../harness/client/steps.ts'
import { injection, otherTypes, patternsOf, spellingsOf, told } from './loose-comparisons.ts'
import { isSameName, isSamePassword } from './properties/legal-equals.ts'
import { closedToStrangers, opensNothing } from './opens-nothing.ts'
import { requirement } from './requirement.ts'

/** Wrong passwords that loose comparisons take for the right one; what they are made of stands in no report. */
const loosePasswords = {
  json: (right: string) => [...patternsOf(right), ...otherTypes].map((one) => [told(one), one] as const),
  form: (right: string, username: string) => [...spellingsOf(right), ['the user name', username] as const],
}

for (const { family, encoding } of ways) {
  const way = `${encoding} on ${family}`

  requirement(
    'login.wrong-password',
    `${encoding === 'json' ? 'patterns and values of other types' : 'other spellings'}, ${way}`,
    { changed: 'the password' },
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
      { changed: `the ${what} is empty` },
      async ({ api, account }) => {
        const fields = { username: account.username, password: account.password, [name]: '' }
        await between(
          () => api.token(account, way),
          async () => expect(await api.login(account, { fields, ...way })).toEarnNothing(),
        )
      },
    )
  }
}

for (const family of families) {
  requirement(
    'login.wrong-password',
    `nothing in the refusal opens a list, on ${family}`,
    { changed: 'the password' },
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

  requirement(
    'login.wrong-password',
    `that of another account on ${family}`,
    { changed: 'the password' },
    async ({ api, account, account2 }) => {
      api.leftOutUnderLimits()
      const { password } = account
      if (isSamePassword(password, account2.password))
        throw new NotSupported('both accounts have the same password')
      await api.token(account, { family })
      await between(
        () => api.token(account2, { family }),
        async () => {
          expect(await api.login({ ...account2, password }, { family })).toEarnNothing()
        },
      )
    },
  )

  requirement(
    'login.unknown-user',
    `names that a lookup could take for a right one, on ${family}`,
    { changed: 'the user name' },
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
