import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, createClient } from '../../testing/client.ts'
import { type ServerWithParts, startServer } from '../../start/server.ts'

let server: ServerWithParts
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  server = await startServer({ fastHash: true })
  client = createClient(server)
})
afterAll(() => server.stop())

const page = '/auth/login/'
const list = '/api/users/v1/users/'
const cookiesOf = (answer: Answer) =>
  Object.fromEntries(
    ((answer.headers['set-cookie'] ?? []) as string[]).map(
      (line) => line.split(';')[0]?.split('=') as [string, string],
    ),
  )
const header = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** Loads the page and submits the form; cookies and fields may be changed in between. */
async function logIn(
  fields: Record<string, string>,
  change: Record<string, string> = {},
  ...headers: string[]
) {
  const form = await client.get(page)
  const before = cookiesOf(form)
  const field = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
  const { csrfmiddlewaretoken = field, ...cookies } = change
  const answer = await client.form(
    page,
    { csrfmiddlewaretoken, ...fields },
    'cookie',
    header({ ...before, ...cookies }),
    ...headers,
  )
  return { before, answer, after: cookiesOf(answer) }
}
const password = (name: string) =>
  server.parts.demo.accounts.find((one) => one.username === name)?.password ?? ''
const opens = async (sessionid: string | undefined) =>
  (await client.get(list, 'cookie', `other=1; sessionid=${sessionid}`)).status === 200

test('a login sets another sessionid, and only that one opens the list', async () => {
  const { before, answer, after } = await logIn({ username: 'ada', password: password('ada') })
  expect(answer.status).toBe(302)
  expect(answer.headers['set-cookie']).toContain(
    `sessionid=${after['sessionid']}; Path=/; HttpOnly; SameSite=Lax`,
  )
  expect(after['sessionid']).not.toBe(before['sessionid'])
  expect(await opens(after['sessionid'])).toBe(true)
  expect(await opens(before['sessionid'])).toBe(false)
  expect(await opens((cookiesOf(await client.get(page)) as Record<string, string>)['sessionid'])).toBe(false)
})

test('a wrong password shows the form again, and opens nothing', async () => {
  const { answer, before, after } = await logIn({ username: 'ada', password: 'x' })
  expect([answer.status, answer.text.includes('role="alert"')]).toEqual([200, true])
  expect(await opens(before['sessionid'])).toBe(false)
  expect(await opens(after['sessionid'])).toBe(false)
})

test('an account with a second factor needs its code here too', async () => {
  const { oneTimeCodes, accounts } = server.parts
  const otp = accounts.find('bob')?.otp
  if (!otp) throw new Error('bob has no second factor')
  const bob = { username: 'bob', password: password('bob') }
  expect((await logIn(bob)).answer.status).toBe(200)
  const otp_code = oneTimeCodes.codeAt(otp, oneTimeCodes.currentStep(otp))
  const { answer, after } = await logIn({ ...bob, otp_code })
  expect(answer.status).toBe(302)
  expect(await opens(after['sessionid'])).toBe(true)
})

test('a form of another site is rejected', async () => {
  const valid = { username: 'ada', password: password('ada') }
  expect((await logIn(valid, { csrftoken: 'x' })).answer.status).toBe(403)
  expect((await logIn(valid, { csrfmiddlewaretoken: 'x' })).answer.status).toBe(403)
  expect((await logIn(valid, { csrfmiddlewaretoken: 'x', csrftoken: 'x' })).answer.status).toBe(403)
  expect((await logIn(valid, { sessionid: 'x' })).answer.status).toBe(403)
  expect((await logIn(valid, {}, 'origin', 'http://evil.example')).answer.status).toBe(403)
  expect((await logIn(valid, {}, 'origin', server.url)).answer.status).toBe(302)
  expect((await client.form(page, valid)).status).toBe(400)
})

test('a session that somebody planted stays one without a user', async () => {
  const planted = cookiesOf(await client.get(page))
  const { after } = await logIn({ username: 'dee', password: password('dee') }, planted)
  // The form belonged to the planted session, so the login succeeded, but it opened another session.
  expect(await opens(after['sessionid'])).toBe(false)
  const field = { csrfmiddlewaretoken: planted['csrftoken'] ?? '' }
  const valid = { username: 'dee', password: password('dee'), ...field }
  const answer = await client.form(page, valid, 'cookie', header(planted))
  expect(answer.status).toBe(302)
  expect(await opens(planted['sessionid'])).toBe(false)
  expect(await opens(cookiesOf(answer)['sessionid'])).toBe(true)
  // Its form doesn't work again either.
  expect((await client.form(page, valid, 'cookie', header(planted))).status).toBe(403)
})

test('another site logs nobody out', async () => {
  const { after } = await logIn({ username: 'dee', password: password('dee') })
  const logOut = (field: string, ...headers: string[]) =>
    client.form('/auth/logout/', { csrfmiddlewaretoken: field }, 'cookie', header(after), ...headers)
  expect((await logOut('x')).status).toBe(403)
  expect((await logOut(after['csrftoken'] ?? '', 'origin', 'http://evil.example')).status).toBe(403)
  expect(await opens(after['sessionid'])).toBe(true)
})

test('the home page shows who is logged in, and logs out', async () => {
  expect((await client.get('/auth/home/')).headers['location']).toBe(page)
  const { after } = await logIn({ username: 'dee', password: password('dee') })
  const cookie = header(after)
  expect((await client.get('/auth/home/', 'cookie', cookie)).text).toContain('<strong>dee</strong>')
  const out = await client.form(
    '/auth/logout/',
    { csrfmiddlewaretoken: after['csrftoken'] ?? '' },
    'cookie',
    cookie,
  )
  expect(out.status).toBe(302)
  expect(await opens(after['sessionid'])).toBe(false)
})
