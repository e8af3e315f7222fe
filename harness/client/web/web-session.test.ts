import type { WebLogin } from './web-login.ts'
import { describe, expect, test } from 'vitest'
import { declarationSchema, type DeclarationInput } from '../../subject/declaration/declaration-schema.ts'
import { NotDeclared, SetupFailed } from '../../outcomes.ts'
import { createTrace, type Trace } from '../../run/trace.ts'
import { header } from '../../wire/exchange.ts'
import { ada } from '../testing/accounts.ts'
import { createTestClient, inTurn, type Reply, type Subject } from '../testing/test-client.ts'
import { createWebSession } from './web-session.ts'

const form = (inner = '', action = '') =>
  `<form method=post${action}><input name=username><input type=password name=password>${inner}</form>`
const sets = (...cookies: string[]) => cookies.map((cookie) => ['Set-Cookie', cookie] as const)
const to = (location: string, status = 302): Reply => ({ status, headers: [['Location', location]] })

function create(
  subject: Subject,
  session: DeclarationInput['session'] = { login: { url: '/login' } },
  prefix = '',
) {
  const client = createTestClient(subject, { prefix })
  const { session: declared } = declarationSchema.parse({ session })
  if (!declared) throw new Error('no session is declared')
  return { ...client, session: createWebSession(client.run, client.trace, declared) }
}

/** A login page with a session before login, and another one after it. */
const subject: Subject = {
  'GET /login': { body: form(), headers: sets('sessionid=guest cookie', 'lang=en') },
  'POST /login': { ...to('/home'), headers: [['Location', '/home'], ...sets('sessionid=cookie of ada')] },
  'GET /home': { body: 'hello' },
}

describe('a web login', () => {
  test('tells where browsers send its cookie, as it was set last', async () => {
    const set = (line: string): Subject => ({
      'GET /in/login': { body: form(), headers: sets('sessionid=guest; Path=/') },
      'POST /in/login': { status: 302, headers: [['Location', '/home'], ...sets(line)] },
      'GET /home': { body: 'hello' },
    })
    const logIn = async (line: string) =>
      await create(set(line), { login: { url: '/in/login' } }).session.logIn(ada)
    const everywhere = await logIn('sessionid=own; Path=/')
    expect([everywhere.isSentTo('/in/login'), everywhere.isSentTo('/api/')]).toEqual([true, true])
    const beside = await logIn('sessionid=own')
    expect([beside.isSentTo('/in/login'), beside.isSentTo('/api/')]).toEqual([true, false])
    // The cookie of the page, which was set for all paths, is kept.
    expect((await logIn('sessionid=guest')).isSentTo('/api/')).toBe(true)
  })

  test('sends the form as multipart if it says so', async () => {
    const body = form('', ' enctype=multipart/form-data')
    const { session, sent } = create({ ...subject, 'GET /login': { body } })
    await session.logIn(ada)
    const type = header(sent[1]?.headers ?? [], 'content-type') ?? ''
    const [, boundary] = /^multipart\/form-data; boundary=(.+)$/.exec(type) ?? []
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    expect(sent[1]?.body).toBe(
      `${part('username', 'ada')}${part('password', 'password of ada')}--${boundary}--\r\n`,
    )
  })

  test('gets the page, sends its form, and goes on as a browser does', async () => {
    const { session, sent, asked, trace } = create(subject)
    const login = await session.logIn(ada)
    expect(asked()).toEqual(['GET /login', 'POST /login', 'GET /home'])
    expect(sent[1]?.body).toBe('username=ada&password=password+of+ada')
    expect(sent.map(({ headers }) => headers)).toEqual([
      [['Accept', 'text/html']],
      [
        ['Accept', 'text/html'],
        ['Cookie', 'sessionid=guest cookie; lang=en'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Origin', 'http://subject.test:8080'],
        ['Referer', 'http://subject.test:8080/login'],
      ],
      [
        ['Accept', 'text/html'],
        ['Cookie', 'sessionid=cookie of ada; lang=en'],
      ],
    ])
    expect(login).toMatchObject({
      before: 'guest cookie',
      after: 'cookie of ada',
      said: 'GET /home (Cookie: sessionid) answered 200 hello',
      submitted: { response: { status: 302 } },
    })
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['step', 'step', 'step'])
  })

  test('sends what the page hides in its form, and the names that are declared', async () => {
    const page = form('<input type=hidden name=csrfmiddlewaretoken value=abc>')
    const { session, sent } = create(
      { 'GET /in': { body: page, headers: sets('csrftoken=other') } },
      { login: { url: '/in', usernameField: 'user', passwordField: 'pass', ...csrf } },
    )
    await session.logIn(ada)
    expect(sent[1]?.body).toBe('username=&password=&csrfmiddlewaretoken=abc&user=ada&pass=password+of+ada')
  })

  const csrf = { csrfField: 'csrfmiddlewaretoken', csrfCookie: 'csrftoken' }

  test('sends the CSRF cookie as the field where the page hides none', async () => {
    const page = { body: form(), headers: sets('csrftoken=abc') }
    const { session, sent } = create({ 'GET /in': page }, { login: { url: '/in', ...csrf } })
    await session.logIn(ada)
    expect(sent[1]?.body).toBe('csrfmiddlewaretoken=abc&username=ada&password=password+of+ada')
    const without = create({ 'GET /in': { body: form() } }, { login: { url: '/in', ...csrf } })
    await without.session.logIn(ada)
    expect(without.sent[1]?.body).toBe('csrfmiddlewaretoken=&username=ada&password=password+of+ada')
  })

  test.for([{ csrfField: 'csrfmiddlewaretoken' }, { csrfCookie: 'csrftoken' }])(
    'sends no such field where only %j is declared',
    async (half) => {
      const page = { body: form(), headers: sets('csrftoken=abc') }
      const { session, sent } = create({ 'GET /in': page }, { login: { url: '/in', ...half } })
      await session.logIn(ada)
      expect(sent[1]?.body).toBe('username=ada&password=password+of+ada')
    },
  )

  test('takes an address in the query of a path for no address', async () => {
    const { session, asked } = create({}, { login: { url: '/in?next=http://elsewhere.test/' } }, '/sso')
    await session.logIn(ada)
    expect(asked()).toEqual([
      'GET /sso/in?next=http://elsewhere.test/',
      'POST /sso/in?next=http://elsewhere.test/',
    ])
  })

  test.for<[action: string, target: string]>([
    ['', 'POST /sso/login?next=1'],
    [' action="/check"', 'POST /check'],
    [' action="check?x=1"', 'POST /sso/check?x=1'],
    [' action="http://subject.test:8080/check"', 'POST /check'],
    [' action="http://elsewhere.test/check"', 'POST /sso/login?next=1'],
  ])('sends the form where it says: %s', async ([action, target]) => {
    const page = { 'GET /sso/login': { body: form('', action) } }
    const { session, asked } = create(page, { login: { url: '/login?next=1' } }, '/sso')
    await session.logIn(ada)
    expect(asked()).toEqual(['GET /sso/login?next=1', target])
  })

  test('sends the form where the base of the page says', async () => {
    const targetWith = async (base: string) => {
      const body = `<base href="${base}">${form('', ' action="check"')}`
      const { session, asked } = create({ 'GET /sso/login': { body } }, { login: { url: '/login' } }, '/sso')
      await session.logIn(ada)
      return asked()[1]
    }
    expect(await targetWith('/auth/')).toBe('POST /auth/check')
    expect(await targetWith('http://subject.test:8080/x/')).toBe('POST /x/check')
    expect(await targetWith('http://elsewhere.test/')).toBe('POST /sso/login')
    expect(await targetWith('http://:')).toBe('POST /sso/check')
  })

  test('says whence it comes, below a prefix too', async () => {
    const { session, sent } = create(
      { 'GET /sso/login': { body: form() } },
      { login: { url: '/login' } },
      '/sso',
    )
    await session.logIn(ada)
    expect(header(sent[1]?.headers ?? [], 'referer')).toBe('http://subject.test:8080/sso/login')
  })

  test('comes to a page behind a redirect, and says so', async () => {
    const { session, asked } = create({ 'GET /login': to('/real'), 'GET /real': { body: form() } })
    await session.logIn(ada)
    expect(asked()).toEqual(['GET /login', 'GET /real', 'POST /real'])
  })

  test('may be declared by a whole address, of this origin alone', async () => {
    const here = create({}, { login: { url: 'http://subject.test:8080/login?x=1' } }, '/sso')
    await here.session.logIn(ada)
    expect(here.asked()).toEqual(['GET /login?x=1', 'POST /login?x=1'])
    const elsewhere = create({}, { login: { url: 'http://elsewhere.test/login' } })
    await expect(elsewhere.session.logIn(ada)).rejects.toThrow(
      new SetupFailed('session.login.url is on another origin than http://subject.test:8080'),
    )
    expect(elsewhere.sent).toEqual([])
  })

  test('names the captcha of its page where the account has no failed logins left to try it', async () => {
    const page = { body: form('<input name=captcha_1>') }
    const client = createTestClient({ 'GET /login': page }, { declared: { accounts: { plain: ada } } })
    const { session } = declarationSchema.parse({ session: { login: { url: '/login' } } })
    if (!session) throw new Error('no session is declared')
    for (const _ of [1, 2]) client.run.failedLogins.attempt({ owner: 'ada', way: 'ada json' })('rejected')
    const login = createWebSession(client.run, client.trace, session).logIn(ada)
    await expect(login).rejects.toThrow(
      /^the login page shows a captcha \(captcha_1\), and the declared credentials of ada were rejected 2 times/,
    )
    expect(client.asked()).toEqual(['GET /login'])
  })
})

describe('a valid web login that was rejected', () => {
  /** Logs in as different cases do, one after another or at once; returns what was sent, and each result. */
  async function logInOften(
    answers: Subject[string],
    limits: object,
    { accounts = { plain: ada }, times = 4, atOnce = false } = {},
  ) {
    const replies = { 'GET /login': { body: form() }, 'POST /login': answers }
    const client = createTestClient(replies, { declared: { accounts, limits } })
    const { session } = declarationSchema.parse({ session: { login: { url: '/login' } } })
    if (!session) throw new Error('no session is declared')
    const traces = Array.from({ length: times }, createTrace)
    const logIn = (trace: Trace) => createWebSession(client.run, trace, session).logIn(ada)
    const logins: WebLogin[] = []
    if (atOnce) logins.push(...(await Promise.all(traces.map(logIn))))
    else for (const trace of traces) logins.push(await logIn(trace))
    const posts = client.asked().filter((asked) => asked.startsWith('POST')).length
    return { posts, logins, traces, run: client.run }
  }
  const limited = { failedLogins: 25, failedLoginsPerAccount: 2 }
  const again = { body: form() }

  test.for([false, true])('is sent once more, and then no more (at once: %s)', async (atOnce) => {
    const { posts, logins, traces, run } = await logInOften(again, limited, { atOnce })
    expect(posts).toBe(2)
    expect(run.failedLogins.ofAccount('ada')).toBe(2)
    expect(logins.map(({ isIn, said }) => [isIn, said])).toEqual(logins.map(() => [false, logins[0]!.said]))
    expect(traces.map(({ exchanges }) => exchanges.length)).toEqual([2, 2, 2, 2])
  })

  test('is not sent again if it lacks a captcha', async () => {
    const { posts, logins } = await logInOften({ body: form('<input name=captcha_1>') }, limited)
    expect([posts, logins.map(({ captcha }) => captcha)]).toEqual([1, logins.map(() => 'captcha_1')])
  })

  test('is sent by each case if limits are lifted', async () => {
    const { posts } = await logInOften(again, { failedLogins: 0, failedLoginsPerAccount: 0 })
    expect(posts).toBe(4)
  })

  test('is sent by each case if it was accepted before', async () => {
    const accepted = to('/home')
    const { posts } = await logInOften(inTurn(again, accepted, again), limited)
    expect(posts).toBe(4)
  })
})

describe('what is gone on with behind the form', () => {
  const answered = async (reply: Reply) => {
    const { session, asked } = create({ ...subject, 'POST /login': reply })
    await session.logIn(ada)
    return asked().slice(2)
  }

  test.for([301, 302, 303])('%d, with a GET', async (status) => {
    expect(await answered(to('/home', status))).toEqual(['GET /home'])
  })

  test.for([200, 300, 304, 401])('not %d', async (status) => {
    expect(await answered(to('/home', status))).toEqual([])
  })

  test('no other origin, and nothing that is not an address', async () => {
    expect(await answered(to('http://elsewhere.test/home'))).toEqual([])
    expect(await answered(to('http://'))).toEqual([])
    expect(await answered({ status: 302 })).toEqual([])
  })

  test('the very address that is named, below a prefix too', async () => {
    const posted = { 'POST /sso/login': to('/sso/home'), 'GET /sso/home': to('next') }
    const { session, asked } = create(posted, { login: { url: '/login' } }, '/sso')
    await session.logIn(ada)
    expect(asked().slice(2)).toEqual(['GET /sso/home', 'GET /sso/next'])
  })

  test('at most ten steps', async () => {
    const { session, asked } = create({ ...subject, 'POST /login': to('/on'), 'GET /on': to('/on') })
    await session.logIn(ada)
    expect(asked().slice(2)).toEqual(Array.from({ length: 10 }, () => 'GET /on'))
  })
})

describe('what a web login is known by', () => {
  test('secrets: every cookie', async () => {
    const { session, run } = create(subject)
    await session.logIn(ada)
    expect(run.knownSecrets()).toEqual([
      { value: 'guest cookie', label: 'the cookie sessionid' },
      { value: 'en', label: 'the cookie lang' },
      { value: 'cookie of ada', label: 'the cookie sessionid' },
    ])
  })

  test('the picture of time: the cookie of the page, and the new one if it is one', async () => {
    const { session, trace } = create(subject)
    await session.logIn(ada)
    expect(trace.timeline.events()).toMatchObject([
      { lane: 'session cookie 1', kind: 'issued', label: 'login page' },
      { lane: 'session cookie 2', kind: 'issued', label: 'web login' },
    ])
    const same = create({ 'GET /login': { body: form(), headers: sets('sessionid=guest cookie') } })
    await same.session.logIn(ada)
    expect(same.trace.timeline.events()).toHaveLength(1)
  })

  test('the name that was sent: a page that says it gives nothing away', async () => {
    const { session, run } = create(subject)
    run.lists.read('v1', [{ username: 'name-1' }, { username: 'name-2' }])
    await session.logIn({ username: 'name-1', password: 'wrong' })
    expect(run.lists.leak('v1', ['name-1'], '')).toBeUndefined()
    expect(run.lists.leak('v1', ['name-2'], '')).toBeDefined()
  })

  test('no cookie where none was set; one that was taken back is not sent', async () => {
    const bare = await create({ 'GET /login': { body: form() } }).session.logIn(ada)
    expect(bare).toMatchObject({ before: undefined, after: undefined })
    const gone = create({ ...subject, 'GET /login': { body: form(), headers: sets('lang=; Max-Age=0') } })
    await gone.session.logIn(ada)
    expect(header(gone.sent[1]?.headers ?? [], 'cookie')).toBeUndefined()
    expect(gone.run.knownSecrets().map(({ value }) => value)).not.toContain('')
  })
})

describe('a visit to the login page', () => {
  test('gives the cookie that it sets, a secret that is shown in the picture', async () => {
    const { session, sent, run, trace } = create(subject)
    expect(await session.visit()).toBe('guest cookie')
    expect(sent).toMatchObject([{ method: 'GET', target: '/login', headers: [['Accept', 'text/html']] }])
    expect(run.knownSecrets()).toEqual([{ value: 'guest cookie', label: 'the cookie sessionid' }])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['step'])
    expect(trace.timeline.events()).toMatchObject([{ lane: 'session cookie 1', label: 'login page' }])
  })

  test('gives nothing where it sets none, or takes it back', async () => {
    const replies = inTurn({}, { headers: sets('sessionid=; Max-Age=0') })
    const { session, run, trace } = create({ 'GET /login': replies })
    expect([await session.visit(), await session.visit()]).toEqual([undefined, undefined])
    expect(run.knownSecrets()).toEqual([])
    expect(trace.timeline.events()).toEqual([])
  })
})

test('a declared cookie is no login: both are told apart', async () => {
  const { session } = create({}, { cookie: 'abc' })
  expect(session.declaredCookie).toBe('abc')
  await expect(session.logIn(ada)).rejects.toThrow(new NotDeclared('session.login'))
  await expect(session.visit()).rejects.toThrow(new NotDeclared('session.login'))
  expect(create({}).session.declaredCookie).toBeUndefined()
})
