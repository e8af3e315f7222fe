import { expect, test } from 'vitest'
import { users } from '../../client/testing/accounts.ts'
import { createTestClient } from '../../client/testing/test-client.ts'
import { privateToken } from '../../client/credentials/credentials.ts'
import { notListed } from '../../client/grants.ts'
import { runAsCase } from '../../run/current-case.ts'
import { listPath, loginPath } from '../../facts/families.ts'
import { header, type Header, type WireRequest } from '../../wire/exchange.ts'
import { findFamilies, firstLook, probeSubject } from './first-look.ts'
import { grantsAnywhere } from './grants-anywhere.ts'

type Subject = NonNullable<Parameters<typeof createTestClient>[0]>

/** Returns which lists are found on a subject that serves the newer family and answers all else with `other`. */
async function listsFound(other: { get: object; post: object }) {
  const served: Subject = {
    [`GET ${listPath.v1}`]: { status: 401 },
    [`POST ${loginPath.v1}`]: { status: 400 },
  }
  const subject = new Proxy(served, {
    get: (known, route) => known[String(route)] ?? (String(route).startsWith('GET') ? other.get : other.post),
  })
  const { run } = createTestClient(subject)
  await grantsAnywhere(run)
  await findFamilies(run)
  expect(run).not.toHaveProperty('foundNothing')
  return run.support.list
}

test('if nothing is at any path, the base URL may be wrong', async () => {
  const subject = new Proxy({} as Subject, { get: () => ({ status: 404 }) })
  const client = createTestClient(subject, { prefix: '/api/v1' })
  await findFamilies(client.run)
  expect([...client.run.hints].join()).toContain('nothing is at /api/v1/api/users/v1/users/ and')
  expect(client.run.support.list).toEqual({ 'users-v1': true, v1: true })
  await runAsCase({ ...client, id: 'a case' }, async () => {
    const said = notListed(await client.api.list('v1', privateToken('a-token')))
    expect(said).toMatchObject({ message: expect.stringContaining('the base URL is wrong') })
  })
})

test('a list is there unless its path is answered with 404', async () => {
  const missing = { status: 404 }
  expect(await listsFound({ get: missing, post: missing })).toEqual({ 'users-v1': false, v1: true })
})

test('a page that answers each unknown path is no list, even if it is never the same', async () => {
  let asked = 0
  const get = () => ({ json: [{ id: ++asked, name: 'users', url: '/api/users/' }] })
  expect(await listsFound({ get, post: { status: 404 } })).toEqual({ 'users-v1': false, v1: true })
})

test('of a server that tells of every error in the body of a 200, only the family that differs is there', async () => {
  const unknown = { json: { code: 404, msg: 'nothing here' } }
  const served: Subject = {
    [`GET ${listPath.v1}`]: { json: { code: 401, msg: 'log in' } },
    [`POST ${loginPath.v1}`]: { json: { code: 400, msg: 'fields are missing' } },
  }
  const { run } = createTestClient(
    new Proxy(served, { get: (known, route) => known[String(route)] ?? unknown }),
  )
  await grantsAnywhere(run)
  await findFamilies(run)
  expect(run.support).toMatchObject({
    login: { 'users-v1': false, v1: true },
    list: { 'users-v1': false, v1: true },
  })
  expect(run).not.toHaveProperty('foundNothing')
})

test('if a family only redirects, as a rejection may, and nothing is at the paths of the other, only the first is there', async () => {
  const served: Subject = {
    [`GET ${listPath.v1}`]: { status: 302, headers: [['Location', '/login/']] },
    [`POST ${loginPath.v1}`]: { status: 302, headers: [['Location', '/login/']] },
  }
  const app = { body: '<title>App</title>' }
  const { run } = createTestClient(
    new Proxy(served, {
      get: (known, route) =>
        known[String(route)] ?? (String(route).startsWith('GET') ? app : { status: 404 }),
    }),
  )
  await grantsAnywhere(run)
  await findFamilies(run)
  expect(run.support).toMatchObject({
    login: { 'users-v1': false, v1: true },
    list: { 'users-v1': false, v1: true },
  })
})

test('users are a list, even if nobody has to log in for them', async () => {
  const get = { json: [{ id: 1, username: 'ada', email: 'a@b.test' }] }
  expect(await listsFound({ get, post: { status: 404 } })).toEqual({ 'users-v1': true, v1: true })
})

test('the time is that of an answer which no cache gave', async () => {
  const timesWith = async (age: string) => {
    const reply = (date: string, ...headers: Header[]) => ({
      status: 401,
      headers: [['Date', date], ...headers],
    })
    const cached = reply('Fri, 20 Nov 2026 10:00:00 GMT', ['Age', age])
    const own = reply('Fri, 20 Nov 2026 10:01:30 GMT')
    const subject = new Proxy({} as Subject, {
      get: (_, route) => (String(route).startsWith('GET') ? cached : own),
    })
    const { run } = createTestClient(subject, { declared: { pathFamilies: ['v1'] } })
    const times: string[] = []
    Object.assign(run, { sequential: true })
    run.clock.calibrate = (subjectMs) => void times.push(new Date(subjectMs).toISOString())
    await firstLook(run, await probeSubject(run.wire), { calibrate: true })
    return times
  }
  expect(await timesWith('0')).toEqual(['2026-11-20T10:00:00.500Z'])
  expect(await timesWith('90')).toEqual(['2026-11-20T10:00:00.500Z', '2026-11-20T10:01:30.500Z'])
})

test('the address of a user to ask, which comes to made-up credentials only, gives nothing away', async () => {
  const token = 'private token of ada'
  const contact = users[1]!.email
  const get = ({ headers }: WireRequest) => {
    const credential = header(headers, 'authorization')
    if (credential === `Token ${token}`) return { json: users }
    return { status: 401, json: credential === undefined ? {} : { error: 'void', contact } }
  }
  const { run } = createTestClient(
    { [`GET ${listPath.v1}`]: get },
    { declared: { pathFamilies: ['v1'], privateTokens: { plain: { username: 'ada', token } } } },
  )
  Object.assign(run, { sequential: true })
  await firstLook(run, await probeSubject(run.wire), { calibrate: false })
  expect(run.lists.isKnown('v1')).toBe(true)
  expect(run.lists.leak('v1', { contact }, '')).toBeUndefined()
  expect(run.lists.leak('v1', { contact: users[0]!.email }, '')).toBe('the value of a user record')
})

test('of a list that is open to made-up credentials, every value still counts', async () => {
  const token = 'private token of ada'
  const get = ({ headers }: WireRequest) =>
    header(headers, 'authorization') === undefined ? { status: 401 } : { json: users }
  const { run } = createTestClient(
    { [`GET ${listPath.v1}`]: get },
    { declared: { pathFamilies: ['v1'], privateTokens: { plain: { username: 'ada', token } } } },
  )
  Object.assign(run, { sequential: true })
  await firstLook(run, await probeSubject(run.wire), { calibrate: false })
  expect(run.lists.leak('v1', { contact: users[0]!.email }, '')).toBe('the value of a user record')
})

test('a credential is seen to open each list before any made-up ones, because of which the server may ban the client', async () => {
  const token = 'private token of ada'
  let rejected = 0
  const list = ({ headers }: WireRequest) => {
    const credential = header(headers, 'authorization') ?? header(headers, 'cookie')
    if (rejected === 0 && credential === `Token ${token}`) return { json: users }
    if (credential !== undefined) rejected++
    return { status: 401 }
  }
  const { run } = createTestClient(
    { [`GET ${listPath.v1}`]: list, [`GET ${listPath['users-v1']}`]: list },
    {
      declared: {
        pathFamilies: ['v1', 'users-v1'],
        privateTokens: { plain: { username: 'ada', token } },
      },
    },
  )
  Object.assign(run, { sequential: true })
  await firstLook(run, await probeSubject(run.wire), { calibrate: false })
  expect(rejected).toBe(8)
  expect([...run.firstUses.keys()]).toEqual([token, `users-v1 ${token}`, `v1 ${token}`])
})
