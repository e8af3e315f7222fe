import { describe, expect, test } from 'vitest'
import { runAsCase } from '../run/current-case.ts'
import { createTrace } from '../run/trace.ts'
import { SetupFailed } from '../outcomes.ts'
import { listControl, loginControl, sawStrangerRejected, strangerWasRejected } from './controls.ts'
import { bearer } from './credentials/credentials.ts'
import { ada, users } from './testing/accounts.ts'
import { route } from './testing/paths.ts'
import { createTestClient, inTurn, type Reply, type Subject } from './testing/test-client.ts'

const token = { json: { token: 'token of ada' } }

describe('a login that was accepted counts only if a stranger is rejected', () => {
  /** Lets ada in, which adds the control to the case, and then answers strangers with this. */
  async function afterLogin(stranger: Reply | (() => Reply), options = {}) {
    let reply: () => Reply = () => token
    const client = createTestClient({ [route.login]: () => reply(), [route.newLogin]: () => reply() })
    const answer = await client.api.login(ada, options)
    loginControl(client.run, client.trace, answer)
    reply = typeof stranger === 'function' ? stranger : () => stranger
    const control = (trace = client.trace) => {
      const found = trace.controls.get('login')
      if (!found) throw new Error('no control was put on the case')
      return found()
    }
    return { ...client, answer, control }
  }

  test('who logs in the same way, by a name and password of nobody', async () => {
    const { control, sent, trace } = await afterLogin({ status: 401 }, { family: 'v1', encoding: 'form' })
    await control()
    expect(sent[1]).toMatchObject({
      target: '/api/v1/authentication/auth/',
      body: expect.stringMatching(/^username=nobody-[a-z0-9]{10}&password=[a-z0-9]{16}$/),
    })
    expect(trace.exchanges).toHaveLength(1)
  })

  test('as JSON where the login was JSON', async () => {
    const { control, sent } = await afterLogin({ status: 401 })
    await control()
    expect(sent[1]?.target).toBe('/api/users/v1/auth/')
    expect(JSON.parse(String(sent[1]?.body))).toMatchObject({ username: expect.stringMatching(/^nobody-/) })
  })

  test.for<[what: string, reply: Reply]>([
    ['a token', token],
    ['a challenge', { json: { code: 101, seed: 'abc' } }],
  ])('else it is inconclusive: %s for anybody', async ([, reply]) => {
    const { control } = await afterLogin(reply)
    await expect(control()).rejects.toThrow(SetupFailed)
    await expect(control()).rejects.toThrow(/^any credentials are accepted: POST .* answered 200/)
  })

  test('and that is asked once a run, for all cases', async () => {
    const { control, run, answer, sent } = await afterLogin({ status: 401 })
    const other = createTrace()
    loginControl(run, other, answer)
    await Promise.all([control(), control(other)])
    await control()
    expect(sent).toHaveLength(2)
  })

  test('and waits for a Retry-After as its case does, which may move the clock', async () => {
    const { control, run, trace, answer, until } = await afterLogin({ status: 401 })
    const response = { ...answer.exchange.response, status: 429, headers: [['Retry-After', '60'] as const] }
    run.rateLimit.answered({ ...answer.exchange, response })
    const waited: number[] = []
    const wait = (ms: number) => until(ms).then(() => void waited.push(ms))
    await runAsCase({ run, trace, until: wait }, control)
    expect(waited).toHaveLength(1)
  })

  test('and a case that waits for the answer to another lets the clock move meanwhile', async () => {
    const { control, run, answer } = await afterLogin({ status: 401 })
    const other = createTrace()
    loginControl(run, other, answer)
    const waited: number[] = []
    const until = async (ms: number) => void waited.push(ms)
    await Promise.all([
      runAsCase({ run, trace: createTrace(), until }, control),
      runAsCase({ run, trace: other, until }, () => control(other)),
    ])
    expect(waited).toEqual([Infinity])
    await runAsCase({ run, trace: other, until }, () => control(other))
    expect(waited).toEqual([Infinity])
  })

  test.for([
    ['once', [{ status: 502 }, { status: 401 }], undefined],
    ['twice', [{ status: 502 }], 'answered 502'],
  ] as const)('and once more if its answer is lost: %s', async ([, replies, reason]) => {
    const replied = inTurn(...replies)
    const { control, sent } = await afterLogin(replied)
    await expect(control().then(() => undefined, String)).resolves.toEqual(
      reason === undefined ? undefined : expect.stringContaining(reason),
    )
    expect(sent).toHaveLength(3)
  })

  test('and not at all where a case has judged it', async () => {
    const { control, run, sent } = await afterLogin(token)
    strangerWasRejected(run)
    await control()
    expect(sent).toHaveLength(1)
  })

  test('which other cases can ask for', async () => {
    const letIn = await afterLogin(token)
    expect(await sawStrangerRejected(letIn.run)).toBe(false)
    await expect(letIn.control()).rejects.toThrow(SetupFailed)
    expect(await sawStrangerRejected(letIn.run)).toBe(false)

    const rejected = await afterLogin({ status: 401, json: {} })
    await rejected.control()
    expect(await sawStrangerRejected(rejected.run)).toBe(true)
  })
})

describe('a list that was accepted counts only if it is closed without credentials', () => {
  async function afterList(subject: Subject, query?: string) {
    const client = createTestClient(subject)
    client.run.lists.read('v1', users)
    const answer = await client.api.list('v1', bearer('abc'), query === undefined ? {} : { query })
    listControl(client.run, client.trace, answer)
    return { ...client, control: (key: string) => client.trace.controls.get(key)?.() }
  }
  const closed: Subject = {
    [route.newList]: ({ headers }) =>
      headers.some(([name]) => name === 'Authorization') ? { json: users } : { status: 401 },
  }

  test('to the same request, on a connection that nobody has logged in on', async () => {
    const { control, sent, trace } = await afterList(closed, 'limit=1')
    await control('list v1 limit=1')
    expect(sent[1]).toMatchObject({
      target: '/api/v1/users/users/?limit=1',
      headers: [['Accept', 'application/json']],
      options: { freshConnection: true },
    })
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['judged', 'twin'])
  })

  test('also without a query', async () => {
    const { control, sent } = await afterList(closed)
    await control('list v1 ')
    expect(sent.map(({ target }) => target)).toEqual(['/api/v1/users/users/', '/api/v1/users/users/'])
  })

  test('else it is inconclusive, by records as by a text of one', async () => {
    const said = 'the list is open to everyone: GET /api/v1/users/users/ answered'
    const { control } = await afterList({ [route.newList]: { json: users } })
    await expect(control('list v1 ')).rejects.toThrow(SetupFailed)
    await expect(control('list v1 ')).rejects.toThrow(`${said} 200`)
    const told = await afterList({ [route.newList]: { status: 401, body: 'ask ada@example.test' } })
    await expect(told.control('list v1 ')).rejects.toThrow(`${said} 401`)
  })
})
