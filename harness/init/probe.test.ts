import { expect, test } from 'vitest'
import { WireFailure, type Exchange, type Header, type Wire } from '../wire/exchange.ts'
import { probe } from './probe.ts'

interface Reply {
  status?: number
  headers?: Header[]
  body?: string
}

/** A server that answers these paths, cuts the connection if a reply is `cut`, and answers 404 to all other paths. */
function serving(replies: Record<string, Reply | 'cut'>): Wire {
  return {
    origin: 'http://one.example',
    prefix: '',
    async send(request): Promise<Exchange> {
      const reply = replies[`${request.method} ${request.target}`] ?? { status: 404 }
      if (reply === 'cut') throw new WireFailure('cut', 'closed', request)
      const { status = 200, headers = [], body = '' } = reply
      const response = { status, headers: [...headers], body: Buffer.from(body), truncated: false }
      return { request, response, sentAt: 0, answeredAt: 0 }
    },
    close: async () => {},
  }
}

const look = (replies: Record<string, Reply | 'cut'>) => probe(serving(replies), () => 0)
const denied = { status: 401 }
const [list, login] = ['GET /api/v1/users/users/', 'POST /api/v1/authentication/auth/']
const [olderList, olderLogin] = ['GET /api/users/v1/users/', 'POST /api/users/v1/auth/']
const native = { [list]: denied, [login]: denied }
const to = (location: string, status = 307) => ({ status, headers: [['Location', location]] as Header[] })

test.each<[string, Record<string, Reply | 'cut'>, { families: string[]; partFamilies: string[] }]>([
  [
    'both at their own paths',
    { ...native, [olderList]: denied, [olderLogin]: denied },
    { families: ['users-v1', 'v1'], partFamilies: [] },
  ],
  ['one alone', native, { families: ['v1'], partFamilies: [] }],
  [
    'the older redirected to the newer, method and body kept',
    {
      ...native,
      [olderList]: to('/api/v1/users/users/'),
      [olderLogin]: to('/api/v1/authentication/auth/', 308),
    },
    { families: ['users-v1', 'v1'], partFamilies: [] },
  ],
  [
    'a redirect of the login that leads nowhere',
    { ...native, [olderList]: to('/api/v1/users/users/'), [olderLogin]: to('/api/v1/users/auth/') },
    { families: ['v1'], partFamilies: ['users-v1'] },
  ],
  [
    'a redirect to a page, or to another origin, is no API',
    { ...native, [olderList]: to('/login/', 302), [olderLogin]: to('http://two.example/') },
    { families: ['v1'], partFamilies: [] },
  ],
  [
    'a redirect without an end',
    { ...native, [olderList]: to('/api/users/v1/users/'), [olderLogin]: denied },
    { families: ['v1'], partFamilies: ['users-v1'] },
  ],
  [
    'a login whose odd request is dropped',
    { ...native, [login]: 'cut' },
    { families: ['v1'], partFamilies: [] },
  ],
  [
    'everything dropped but the first',
    { ...native, [login]: 'cut', [olderList]: 'cut', [olderLogin]: 'cut' },
    { families: ['users-v1', 'v1'], partFamilies: [] },
  ],
])('path families: %s', async (_, replies, found) => {
  expect(await look(replies)).toMatchObject(found)
})

test('a server whose first answer does not come is not there', async () => {
  await expect(look({ ...native, [list]: 'cut' })).rejects.toThrow(WireFailure)
})

const page = (body: string): Reply => ({ headers: [['Content-Type', 'text/html']], body })
const password = '<input type="password" name="password">'
test.each<[name: string, form: string, fields: [string, string]]>([
  ['named for it', `<input name="username">${password}`, ['username', 'password']],
  [
    'behind a checkbox of a like name',
    `<input type="checkbox" name="auto_login"><input type="text" name="uid">${password}`,
    ['uid', 'password'],
  ],
  [
    'beside a checkbox with its name in front',
    `<input name="login_remember" type=checkbox><input name=who type=text>${password}`,
    ['who', 'password'],
  ],
  [
    'beside radio buttons and hidden fields',
    `<input type="radio" name="user_kind"><input type="hidden" name="user_id"><input type="text" name="name">${password}`,
    ['name', 'password'],
  ],
  [
    'an address of mail',
    '<input type="EMAIL" name="id"><input type="password" name="secret">',
    ['id', 'secret'],
  ],
  [
    'last before the password, where no name tells',
    `<input name="realm"><input name="wer">${password}<input name="then">`,
    ['wer', 'password'],
  ],
  ['not the captcha', `<input name="captcha_user"><input name="u">${password}`, ['u', 'password']],
  [
    'a password without a name, sent by another field',
    '<input name="username"><input type="password" id="p"><input type="text" name="password" style="display:none">',
    ['username', 'password'],
  ],
  ['nothing to type into', `<input type="checkbox" name="login">${password}`, ['username', 'password']],
])('the username field of a login page: %s', async (_, form, fields) => {
  const found = await look({ ...native, 'GET /auth/login/': page(`<form method="post">${form}</form>`) })
  expect([found.login?.usernameField, found.login?.passwordField]).toEqual(fields)
})
