import { expect, test } from 'vitest'
import type { Answer } from '../../client/answer.ts'
import { anonymous, cookie, privateToken } from '../../client/credentials/credentials.ts'
import { ada, users } from '../../client/testing/accounts.ts'
import { route } from '../../client/testing/paths.ts'
import { createTestClient, type Reply } from '../../client/testing/test-client.ts'
import { NotDeclared, SetupFailed, Violation } from '../../outcomes.ts'
import { expect as judge, holds } from './expect.ts'
import { grantsToken } from './judges.ts'

type Judge = (answer: Answer) => unknown
/** Judges a login that gets this reply. */
const ofLogin = (reply: Reply, judged: Judge) => {
  const { api, inCase } = createTestClient({ [route.login]: reply })
  return inCase(async () => judged(await api.login(ada)))
}
/** Judges a list of users with this reply, after a valid request has shown the place of the records. */
const ofList = (reply: Reply, judged: Judge, isKnown = true) => {
  const { api, inCase, run } = createTestClient({ [route.list]: reply })
  if (isKnown) run.lists.read('users-v1', users)
  return inCase(async () => judged(await api.list('users-v1', privateToken('t', ada.username))))
}

const granted = { json: { token: 'abcdefgh' } }
const challenge = { json: { code: 101, msg: 'go on', otp_url: '/otp/', seed: 'seed-of-ada' } }
const { msg: _, ...wordless } = challenge.json
const refusal = { status: 401, json: { error: 'no' } }

test.for<[matcher: string, judged: Judge, holds: Reply[], fails: Reply[]]>([
  [
    'toGrantToken',
    (answer) => judge(answer).toGrantToken(),
    [granted, { ...granted, status: 201 }],
    [
      refusal,
      { ...granted, status: 400 },
      { json: { token: '' } },
      { json: { token: null } },
      { body: 'abcdefgh' },
    ],
  ],
  [
    'toBeRejected',
    (answer) => judge(answer).toBeRejected(),
    [refusal, challenge, { body: '<html>' }],
    [granted],
  ],
  [
    'toGrantNothing',
    (answer) => judge(answer).toGrantNothing(),
    // No list is open to the token of the 401.
    [refusal, challenge, { ...granted, status: 401 }],
    [granted, { json: users }],
  ],
  ['toEarnNothing', (answer) => judge(answer).toEarnNothing(), [refusal], [granted, challenge]],
  ['toGrantNoToken', (answer) => judge(answer).toGrantNoToken(), [refusal, challenge], [granted]],
  [
    'toBeNoServerError',
    (answer) => judge(answer).toBeNoServerError(),
    [refusal, granted],
    [{ status: 500 }, { status: 501 }],
  ],
  ['toBeNoChallenge', (answer) => judge(answer).toBeNoChallenge(), [granted, refusal], [challenge]],
  [
    'toBeChallenge',
    (answer) => judge(answer).toBeChallenge(),
    [challenge, { ...challenge, status: 401 }],
    [
      refusal,
      { json: { ...challenge.json, code: '101' } },
      { json: { ...challenge.json, seed: '' } },
      { json: { ...challenge.json, otp_url: 1 } },
      { json: wordless },
      { json: { ...challenge.json, token: 'abcdefgh' } },
      { ...challenge, status: 500 },
    ],
  ],
  [
    'toBeJson',
    (answer) => judge(answer).toBeJson(),
    [granted, { body: '{}', headers: [['Content-Type', 'application/problem+json; charset=utf-8']] }],
    [{ body: '{}' }, { body: '{', headers: [['Content-Type', 'application/json']] }],
  ],
  [
    'toHaveContentTypeJson',
    (answer) => judge(answer).toHaveContentTypeJson(),
    [granted, { body: '{', headers: [['Content-Type', 'Application/JSON; charset=utf-8']] }],
    [{ ...granted, headers: [['Content-Type', 'text/html']] }],
  ],
])('%s of a login', async ([, judged, valid, wrong]) => {
  for (const reply of valid) await ofLogin(reply, judged)
  for (const reply of wrong)
    await expect(ofLogin(reply, judged), JSON.stringify(reply)).rejects.toBeInstanceOf(Violation)
})

test('for a list, records are a grant and any other answer is a rejection', async () => {
  expect(await ofList({ json: users }, (answer) => judge(answer).toListUsers())).toEqual(users)
  for (const reply of [refusal, { body: 'no' }, { json: { error: 'no' } }]) {
    await ofList(reply, (answer) => judge(answer).toBeRejected())
    await expect(ofList(reply, (answer) => judge(answer).toListUsers())).rejects.toBeInstanceOf(Violation)
  }
  const rejected = ofList({ json: users }, (answer) => judge(answer).toBeRejected('a cut one'))
  await expect(rejected).rejects.toThrow(
    /^expected a rejection.* answered 200 \(a user record; sent: a cut one\): \[\{/,
  )
})

test('nothing is told from an empty list, nor before a list was seen', async () => {
  const listed: Judge = (answer) => judge(answer).toListUsers()
  await expect(ofList({ json: [] }, listed)).rejects.toThrow(SetupFailed)
  await expect(ofList({ json: { a: 1 } }, listed, false)).rejects.toThrow(SetupFailed)
  await expect(ofList(refusal, (answer) => judge(answer).toBeRejected(), false)).rejects.toThrow(SetupFailed)
})

test.for([413, 414, 431])('a limit on the size of requests breaks no rule (%i)', async (status) => {
  for (const judged of [
    ofLogin({ status }, (answer) => judge(answer).toGrantToken()),
    ofLogin({ status }, (answer) => grantsToken(answer)),
    ofList({ status }, (answer) => judge(answer).toListUsers()),
  ])
    await expect(judged).rejects.toThrow(/limits the size of requests$/)
  await ofLogin({ status }, (answer) => judge(answer).toBeRejected())
})

test('a 403 counts only if some method lists for this user', async () => {
  const found = ofList({ status: 403 }, (answer) => judge(answer).toListUsers())
  await expect(found).rejects.toMatchObject({ ifMayList: ada.username })
})

test('toHoldRecords leaves it to other rules whether the request is accepted', async () => {
  const judged: Judge = (answer) => judge(answer).toHoldRecords()
  await ofList({ json: users }, judged)
  await expect(ofList({ json: { a: 1 } }, judged)).rejects.toThrow(Violation)
  await expect(ofList(refusal, judged)).rejects.toThrow(SetupFailed)
})

test('an empty list counts as one without records only if some method lists for this user', async () => {
  const found = ofList({ json: { results: [] } }, (answer) => judge(answer).toHoldRecords())
  await expect(found).rejects.toMatchObject({ ifMayList: ada.username })

  const { api, inCase } = createTestClient({ [route.list]: { json: [] } })
  const ofNobody = inCase(async () => judge(await api.list('users-v1', cookie('c'))).toHoldRecords())
  await expect(ofNobody).rejects.toThrow(SetupFailed)
})

test('names or rows of undeclared users may be the list', async () => {
  for (const json of [['zoe', 'yan'], { rows: [['zoe', 1]] }, { users: { zoe: { id: 1 } } }]) {
    const found = ofList({ json }, (answer) => judge(answer).toHoldRecords())
    await expect(found).rejects.toThrow(/^if these are users, none of them is declared: .*zoe/)
  }
  const empty = ofList({ json: { data: {} } }, (answer) => judge(answer).toHoldRecords())
  await expect(empty).rejects.toThrow(Violation)
})

test('each judgement is counted, and a rejection with a 5xx is kept for the rule about it', async () => {
  const { api, inCase, run, trace } = createTestClient({ [route.login]: { status: 501, json: {} } })
  await inCase(async () => {
    judge(await api.login(ada)).toEarnNothing()
    holds(true, 'this', 'that')
  })
  expect([trace.expectations, trace.rejections, run.serverErrors.length]).toEqual([2, 1, 1])
})

test('words can be judged too', async () => {
  const { inCase } = createTestClient({})
  const judged = inCase(async () => holds(false, 'this', 'that'))
  await expect(judged).rejects.toThrow(new Violation('this', 'that').message)
})

test('a request without credentials does not come from a user who may not list', async () => {
  const accounts = { plain: { ...ada, mayList: false } }
  const { api, inCase } = createTestClient({ [route.list]: { status: 401 } }, { declared: { accounts } })
  const listed = (credential: typeof anonymous) =>
    inCase(async () => judge(await api.list('users-v1', credential)).toListUsers())
  await expect(listed(privateToken('t', ada.username))).rejects.toBeInstanceOf(NotDeclared)
  await expect(listed(anonymous)).rejects.toBeInstanceOf(Violation)
})
