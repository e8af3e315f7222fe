// Passwords and usernames that a careless comparison or lookup takes for valid ones.

import { expect } from '../../harness/engine/case/expect.ts'
import { declaredAccounts } from '../../harness/client/api/api-login.ts'
import type { Rejection } from '../../harness/engine/case/rejection.ts'
import { families, oneOfEach, ways, type Way } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import type { Run } from '../../harness/run/run.ts'
import { injection } from '../wrong-values/injection.ts'
import {
  alteredPasswords,
  noObjects,
  nothings,
  otherTypes,
  patternsOf,
  spellingsOf,
  told,
} from '../wrong-values/loose-comparisons.ts'
import { isSameName, isSamePassword, wrongPassword } from '../wrong-values/legal-equals.ts'
import { closedToStrangers, opensNothing } from '../wrong-values/opens-nothing.ts'
import { cut } from '../wrong-values/near-misses.ts'
import { withOther } from './other-account.ts'
import { rejectedLogin } from '../case/pair.ts'
import { requirement } from '../case/requirement.ts'

/** Wrong passwords that a loose comparison takes for the valid one. Reports never show what they are made of. */
const loosePasswords = {
  json: (right: string, username: string) => [
    ...[...patternsOf(right), ...otherTypes].map((one) => [told(one), one] as const),
    ...alteredPasswords(right),
    ['the username', username] as const,
  ],
  form: (right: string, username: string) => [
    ...alteredPasswords(right),
    ...spellingsOf(right),
    ['the username', username] as const,
  ],
}

for (const { family, encoding } of ways) {
  const way = `${encoding} on ${family}`

  rejectedLogin(
    'login.wrong-password',
    `${encoding === 'json' ? 'patterns and values of other types' : 'other spellings'}, ${way}`,
    { needs: ['account'], changed: 'the password' },
    ({ account }) => {
      const { username, password: right } = account
      // A server may read a number as its text.
      const wrong = loosePasswords[encoding](right, username).filter(
        ([, one]) => !isSamePassword(String(one), right),
      )
      return {
        valid: account,
        way: { family, encoding },
        invalid: wrong.map(([what, password]) => [what, account, { fields: { username, password } }]),
      }
    },
  )
}

/** Returns the private token and the key secret of a user, if they are declared. */
function permanentSecrets(
  { declaration }: Run,
  username: string,
): (readonly [what: string, secret: string])[] {
  const { privateTokens, accessKeys } = declaration
  const tokens = [privateTokens.plain || []].flat().filter((one) => one.username === username)
  const keys = (accessKeys || []).filter((one) => one.username === username)
  return [
    ...tokens.map(({ token }) => ['its private token', token] as const),
    ...keys.map(({ keySecret }) => ['its key secret', keySecret] as const),
  ]
}

for (const name of ['username', 'password'] as const) {
  for (const way of oneOfEach) {
    rejectedLogin(
      'login.missing-field',
      `with an empty ${name}, ${way.encoding} on ${way.family}`,
      { needs: ['account'], changed: `the ${name} is empty`, rejects: rejectsEmpty(name, way) },
      ({ account, run }) =>
        withOther(run, account, name).map((valid) => {
          const fields = { username: valid.username, password: valid.password, [name]: '' }
          return { valid, way, invalid: [[`an empty ${name}`, valid, { fields }]] }
        }),
    )
  }
}

// A web login has been accepted by now, so the rejection reserved for it can be spent.
rejectedLogin(
  'login.wrong-password',
  'the username',
  {
    needs: ['account'],
    changed: 'the password',
    phase: 'late',
    rejects: { of: 'plain', rank: 2, fromReserve: true },
  },
  ({ account }) => {
    const { username } = account
    if (isSamePassword(username, account.password))
      throw new NotSupported('the password of this account is its username')
    return { valid: account, charset: true, invalid: [['the username', { username, password: username }]] }
  },
)

/** An empty password is a likely fault; it is tried on the ways on which a missing one is not. */
function rejectsEmpty(name: 'username' | 'password', { family, encoding }: Way): Rejection {
  if (name === 'username') return { of: 'nobody', rank: 5, family }
  return { of: 'other', rank: encoding === 'form' ? 2 : 5, family }
}

// One such body fits the default limits: servers that expect an object break on it (refusal.no-5xx looks at every
// rejection).
rejectedLogin(
  'login.missing-field',
  'a list of JSON instead of the fields',
  { needs: ['account'], changed: 'the body', rejects: { of: 'nobody', rank: 3 } },
  ({ account }) => ({ valid: account, invalid: [['the body []', account, { fields: {}, body: '[]' }]] }),
)

for (const family of families) {
  for (const name of ['username', 'password'] as const) {
    rejectedLogin(
      'login.missing-field',
      `nothing, null, 0 and false instead of the ${name}, on ${family}`,
      { needs: ['account'], changed: `the ${name}` },
      ({ account }) => {
        const { username, password } = account
        return {
          valid: account,
          way: { family },
          invalid: [undefined, '', ...nothings].map((value) => [
            told(value),
            account,
            { fields: { username, password, [name]: value } },
          ]),
        }
      },
    )
  }

  rejectedLogin(
    'login.missing-field',
    `bodies of JSON that hold no fields, on ${family}`,
    { needs: ['account'], changed: 'the body' },
    ({ account }) => ({
      valid: account,
      way: { family },
      invalid: noObjects.map((body) => [
        body === '' ? 'no body' : `the body ${body}`,
        account,
        { fields: {}, body },
      ]),
    }),
  )

  rejectedLogin(
    'login.wrong-password',
    `true instead of a string, on ${family}`,
    // A loose comparison finds them equal to any text.
    {
      needs: ['account'],
      changed: 'the password',
      rejects: { of: 'plain', rank: family === 'v1' ? 2 : 3, family },
    },
    ({ account }) => ({
      valid: account,
      way: { family },
      invalid: [['true', account, { fields: { username: account.username, password: true } }]],
    }),
  )

  rejectedLogin(
    'login.missing-field',
    `a condition of a database in the name of the field, in a form on ${family}`,
    { needs: ['account'], changed: 'the fields' },
    ({ account }) => {
      const { username, password } = account
      const invalid: [what: string, fields: Record<string, string>][] = [
        ['password[$ne]=x', { username, 'password[$ne]': 'x' }],
        ['no password', { username }],
        ['an empty password', { username, password: '' }],
        ['no username', { password }],
        ['an empty username', { username: '', password }],
      ]
      return {
        valid: account,
        way: { family, encoding: 'form' },
        invalid: invalid.map(([what, fields]) => [what, account, { fields }]),
      }
    },
  )

  rejectedLogin(
    'login.wrong-password',
    `another secret of the account, on ${family}`,
    { needs: ['account'], changed: 'the password' },
    async ({ api, account, run }) => {
      const token = await api.token(account, { family })
      const secrets = [...permanentSecrets(run, account.username), ['a valid token', token] as const]
      return {
        valid: account,
        way: { family },
        invalid: secrets
          .filter(([, secret]) => !isSamePassword(secret, account.password))
          .map(([what, password]) => [what, { ...account, password }]),
      }
    },
  )

  requirement(
    'login.wrong-password',
    `nothing in the rejection opens a list, on ${family}`,
    { needs: ['account'], changed: 'the password' },
    async ({ api, account, run }) => {
      api.leftOutUnderLimits()
      for (const list of api.listFamilies()) await api.anyAccepted(list)
      await closedToStrangers(api, run.random.word(32))
      const wrong = { ...account, password: wrongPassword(account.password, 'wrong') }
      await api.betweenLogins(account, { family }, async () => {
        const rejected = await api.login(wrong, { family })
        expect(rejected).toEarnNothing()
        await opensNothing({ api, run }, rejected, (list) => api.anyAccepted(list))
      })
    },
  )

  const way = { family, encoding: 'json' } as const
  rejectedLogin(
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
      const invalid = [['that of another account', { ...account2, password }]] as const
      return { valid: account2, way, charset: true, invalid }
    },
  )

  rejectedLogin(
    'login.unknown-user',
    `names that a lookup could take for a valid one, on ${family}`,
    { needs: ['account'], changed: 'the username' },
    ({ account, run }) => {
      const { username, password } = account
      const known = declaredAccounts(run).map((one) => one.username)
      const isKnown = (name: unknown) => known.some((right) => isSameName(String(name), right))
      const names = [
        ...patternsOf(username),
        `${username}\0x`,
        `${username}🗝x`,
        // Half of a pair: many libraries fail to write it as UTF-8.
        `${username}\ud83dx`,
        `${username}'-- `,
        `${username}${injection}`,
        // A filter of a directory (LDAP) that ends behind the name.
        `${username})(uid=*`,
        // A column of a database may keep its beginning only, or take no such text.
        `${username}${' '.repeat(1100)}x`,
        ' ',
        `${username}/x`,
        cut(username, run.random),
      ].filter((name) => !isKnown(name))
      // Both give the same text if the server joins the two fields without a separator.
      const [first = '', ...rest] = [...password]
      const moved = { username: username + first, password: rest.join('') }
      const what = 'the first character of the password moved to the username'
      const nobody = { username: `nobody-${run.random.word(8)}`, password }
      const body = `username=${nobody.username}%FF&password=${encodeURIComponent(password)}`
      return {
        valid: account,
        way: { family },
        invalid: [
          ...names.map((name) => [told(name), { username: name, password }] as const),
          // A server may read a number as its text.
          ...otherTypes
            .filter((name) => !isKnown(name))
            .map((name) => [told(name), account, { fields: { username: name, password } }] as const),
          ...(isKnown(moved.username) ? [] : [[what, moved] as const]),
          ['bytes that are no UTF-8', nobody, { encoding: 'form', fields: {}, body }],
        ],
      }
    },
  )
}
