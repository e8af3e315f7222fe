import { describe, expect, test } from 'vitest'
import type { DeclarationInput } from '../../subject/declaration/declaration-schema.ts'
import { NotDeclared, SetupFailed } from '../../outcomes.ts'
import { header, type WireRequest } from '../../wire/exchange.ts'
import { bearer } from '../credentials/credentials.ts'
import { ada, adasKey, allAccounts, bob, dee, users } from '../testing/accounts.ts'
import { route } from '../testing/paths.ts'
import { createTestClient, type Reply, type Subject } from '../testing/test-client.ts'

const [private1, private2] = ['private token of ada', 'private token of bob']
const tokenOfBob = { username: 'bob', token: private2 }
const everything: DeclarationInput = {
  accounts: allAccounts,
  privateTokens: { plain: { username: 'ada', token: private1 }, mfa: tokenOfBob },
  accessKeys: [adasKey],
  session: { cookie: 'cookie of ada' },
}
const create = (subject: Subject, declared: DeclarationInput = everything) =>
  createTestClient(subject, { declared })
const presented = ({ headers }: WireRequest) =>
  header(headers, 'authorization') ?? header(headers, 'cookie') ?? 'nothing'
/** A list that only one Authorization value opens. */
const listingFor =
  (wanted: string) =>
  (request: WireRequest): Reply =>
    presented(request).startsWith(wanted) ? { json: users } : { status: 401 }
const token = { json: { token: 'token of ada' } }

describe('a list that must come', () => {
  test('is a twin of what is judged, with what was asked for', async () => {
    const { steps, inCase, sent, trace } = create({ [route.list]: { json: users } })
    const answer = await inCase(() => steps.listed('users-v1', bearer('abc'), { query: 'limit=1' }))
    expect(answer.json).toEqual(users)
    expect(sent).toMatchObject([{ target: '/api/users/v1/users/?limit=1' }])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['twin'])
  })

  test.for<Reply>([{ status: 401 }, { status: 403 }, { json: [] }, { body: '<html>' }])(
    'else it is inconclusive: %j',
    async (reply) => {
      const { steps, inCase } = create({ [route.list]: reply })
      const listed = inCase(() => steps.listed('users-v1', bearer('abc', 'ada')))
      await expect(listed).rejects.toThrow(SetupFailed)
      await expect(listed).rejects.toThrow(
        'a valid request was rejected: GET /api/users/v1/users/ (Authorization: Bearer) answered',
      )
    },
  )
})

describe('what is declared to open lists', () => {
  test('is tried the cheapest first: nobody logs in for nothing', async () => {
    const { steps, sent } = create({ [route.login]: token, [route.list]: { status: 401 } })
    const names: string[] = []
    for await (const { name, username = 'nobody' } of steps.credentials()) names.push(`${name} ${username}`)
    expect(names).toEqual([
      'private token ada',
      'private token bob',
      'signature ada',
      'token ada',
      'session cookie nobody',
    ])
    expect(sent).toHaveLength(1)
  })

  test.for<[what: string, declared: DeclarationInput]>([
    ['a private token', { privateTokens: { plain: { username: 'ada', token: private1 } } }],
    ['a private token of an account with a second factor', { privateTokens: { mfa: tokenOfBob } }],
    ['a key', { accessKeys: [adasKey] }],
    ['an account', { accounts: { plain: ada } }],
    ['a cookie', { session: { cookie: 'cookie' } }],
  ])('is %s alone', ([, declared]) => expect(create({}, declared).steps.hasCredentials()).toBe(true))

  test.for<[what: string, declared: DeclarationInput]>([
    ['an account with a second factor', { accounts: { mfa: bob } }],
    ['nothing', {}],
    ['what the subject does not support', { accounts: false, accessKeys: false, session: false }],
  ])('is not %s', ([, declared]) => expect(create({}, declared).steps.hasCredentials()).toBe(false))

  test('is nothing where nothing is declared, or nothing is supported', async () => {
    const none = { accounts: false, accessKeys: false, session: false } as const
    const parts: DeclarationInput[] = [{}, none, { session: { login: { url: '/login' } } }]
    for (const declared of parts) {
      for await (const credential of create({}, declared).steps.credentials())
        expect.unreachable(credential.name)
    }
    const { inCase, steps } = create({}, none)
    await expect(inCase(() => steps.stillIn('ada'))).rejects.toThrow(SetupFailed)
  })

  test('the first that opens the list is gone on with', async () => {
    const { steps, inCase, sent, trace } = create({ [route.newList]: listingFor('Signature') })
    const found = await inCase(() => steps.anyAccepted('v1'))
    expect(found.name).toBe('signature')
    expect(sent.map(presented).slice(0, 2)).toEqual([`Token ${private1}`, `Token ${private2}`])
    expect(sent).toHaveLength(3)
    expect(new Set(trace.exchanges.map(({ role }) => role))).toEqual(new Set(['step']))
  })

  test('none that opens it makes the case inconclusive, none at all untested', async () => {
    const { steps, inCase } = create({ [route.login]: token, [route.list]: { status: 401 } })
    await expect(inCase(() => steps.anyAccepted('users-v1'))).rejects.toThrow(
      new SetupFailed('no declared credential opens the list'),
    )
    const nothing = create({}, {})
    await expect(nothing.inCase(() => nothing.steps.anyAccepted('v1'))).rejects.toThrow(
      new NotDeclared('accounts.plain'),
    )
  })
})

describe('private tokens that a command printed', () => {
  const known = { [route.list]: listingFor('Token right-token-1') }

  test('are tried until one lists, and that answer is judged', async () => {
    const { steps, inCase, sent, trace } = create(known)
    const tokens = ['wrong-token-1', 'right-token-1', 'never-tried-1']
    const answer = await inCase(() => steps.listWithFirst('users-v1', tokens, 'eve'))
    expect(answer).toMatchObject({ json: users, username: 'eve' })
    expect(sent.map(presented)).toEqual(['Token wrong-token-1', 'Token right-token-1'])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['judged', 'judged'])
  })

  test('that all fail leave the answer to the last', async () => {
    const { steps, inCase } = create(known)
    const answer = await inCase(() => steps.listWithFirst('users-v1', ['wrong-token-1'], 'eve'))
    expect(answer.exchange.response.status).toBe(401)
    await expect(inCase(() => steps.listWithFirst('users-v1', [], 'eve'))).rejects.toThrow(
      new SetupFailed('no token was printed'),
    )
  })

  test('are found in its output, and become secrets', async () => {
    const { steps, inCase, run, trace } = create(known)
    const output = 'Created token: right-token-1 for eve.\nhint: wrong-token-1'
    expect(await inCase(() => steps.firstThatLists(output, 'eve'))).toBe('right-token-1')
    expect(run.knownSecrets()).toContainEqual({ value: 'right-token-1', label: 'a private token' })
    expect(new Set(trace.exchanges.map(({ role }) => role))).toEqual(new Set(['step']))
    expect(await inCase(() => steps.firstThatLists('nothing-printed-1', 'eve'))).toBeUndefined()
  })
})

describe('an account still gets in', () => {
  const stillIn = (subject: Subject, username = 'ada', declared = everything) => {
    const { inCase, steps, trace, asked } = create(subject, declared)
    return { shown: inCase(() => steps.stillIn(username)), trace, asked }
  }
  const nothingShows = new SetupFailed(
    'nothing shows that ada still gets in: declare its account or an access key of it',
  )

  test('by its password, where a challenge will do', async () => {
    const { shown, trace } = stillIn({ [route.login]: token, [route.list]: listingFor('Bearer') })
    await shown
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['twin', 'twin'])
    await stillIn({ [route.login]: { json: { code: 101, seed: 'abc' } } }, 'bob').shown
  })

  test('but not if the token that comes for its password opens no list', async () => {
    const noRight = { [route.list]: { status: 403, json: {} } }
    await expect(stillIn({ ...noRight, [route.login]: token }).shown).rejects.toThrow(SetupFailed)
    const challenge = { json: { code: 101, msg: '', otp_url: '/api/users/v1/otp/auth/', seed: 'abc' } }
    const inTwoSteps = { ...noRight, [route.login]: challenge, [route.secondStep]: token }
    await expect(stillIn(inTwoSteps, 'bob').shown).rejects.toThrow(SetupFailed)
  })

  test('else by its signature', async () => {
    const { shown, asked, trace } = stillIn({ [route.list]: listingFor('Signature') })
    await shown
    expect(asked()).toEqual([route.login, route.list])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['twin', 'twin'])
    const keyOnly = { accessKeys: [adasKey] }
    await stillIn({ [route.list]: listingFor('Signature') }, 'ada', keyOnly).shown
  })

  test('else nothing is known: inconclusive', async () => {
    await expect(stillIn({}).shown).rejects.toThrow(nothingShows)
    await expect(stillIn({}, 'ada', {}).shown).rejects.toThrow(nothingShows)
    const othersKey = { accessKeys: [{ ...adasKey, username: 'dee' }] }
    await expect(stillIn({ [route.list]: { json: users } }, 'ada', othersKey).shown).rejects.toThrow(
      nothingShows,
    )
    await expect(
      stillIn({ [route.login]: token }, 'ada', { accounts: { plain2: dee } }).shown,
    ).rejects.toThrow(SetupFailed)
  })
})
