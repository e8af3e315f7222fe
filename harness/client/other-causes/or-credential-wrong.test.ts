import { expect, test } from 'vitest'
import { expect as judge } from '../../engine/case/expect.ts'
import { SetupFailed, Violation } from '../../outcomes.ts'
import { runAsCase } from '../../run/current-case.ts'
import type { Header } from '../../wire/exchange.ts'
import { bearer, privateToken, signature, type Credential } from '../credentials/credentials.ts'
import { notListed } from '../grants.ts'
import { ada, adasKey, users } from '../testing/accounts.ts'
import { route } from '../testing/paths.ts'
import { createTestClient, type Reply } from '../testing/test-client.ts'

const token = 'private-token-of-ada'
const deesKey = { keyId: 'key-of-dee', keySecret: 'secret of the key of dee', username: 'dee' }

test('a declared private token or key that opens no list may be wrong, until it has opened one', async () => {
  const subject: Record<string, Reply> = { [route.list]: { status: 401 } }
  const declared = { privateTokens: { plain: { username: 'ada', token } }, accessKeys: [adasKey, deesKey] }
  const client = createTestClient(subject, { declared })
  const said = (credential: Credential) =>
    runAsCase({ ...client, id: 'a case' }, async () => {
      const reason = notListed(await client.api.list('users-v1', credential))
      return reason instanceof Error ? reason.message : 'listed'
    })
  const hint = (field: string) => new RegExp(`; or the declared ${field} is wrong: run conformance doctor$`)
  expect(await said(privateToken(token))).toMatch(hint('privateTokens.plain'))
  expect(await said(signature(deesKey))).toMatch(hint('accessKeys\\[1\\]'))
  for (const other of [
    privateToken('never-created'),
    bearer(token),
    signature({ ...adasKey, keyId: 'none' }),
  ])
    expect(await said(other)).not.toContain('declared')
  client.run.lists.read('users-v1', users)
  subject[route.list] = { json: users }
  for (const accepted of [privateToken(token), signature(deesKey)])
    expect(await said(accepted)).toBe('listed')
  subject[route.list] = { status: 401 }
  for (const accepted of [privateToken(token), signature(deesKey)])
    expect(await said(accepted)).not.toContain('declared')
  expect(await said(signature(adasKey))).toMatch(hint('accessKeys\\[0\\]'))
})

test('a signature may be valid at the time of the server, if nothing shows that', async () => {
  const declared = { privateTokens: { plain: { username: 'ada', token } }, accessKeys: [adasKey] }
  const client = createTestClient({ [route.list]: { status: 401 } }, { declared })
  const found = (credential: Credential) =>
    runAsCase({ ...client, id: 'a case' }, async () =>
      notListed(await client.api.list('users-v1', credential)),
    )
  expect(await found(signature(adasKey))).toBeInstanceOf(Violation)
  client.run.timeUnknown = true
  expect(await found(signature(adasKey))).toMatchObject({
    message: expect.stringContaining('a clock of kind control'),
  })
  expect(await found(signature(adasKey))).toBeInstanceOf(SetupFailed)
  expect(await found(privateToken(token))).toBeInstanceOf(Violation)
  client.run.firstUses.set(adasKey.keyId, 0)
  expect(await found(signature(adasKey))).toBeInstanceOf(Violation)
  Object.defineProperty(client.run.clock, 'isLost', { value: true })
  expect(await found(signature(adasKey))).toMatchObject({
    message: expect.stringContaining('the clock moved'),
  })
  expect(await found(privateToken(token))).toBeInstanceOf(Violation)
})

test('where the base URL has a path prefix, a proxy may have taken it off the signed path', async () => {
  const declared = { privateTokens: { plain: { username: 'ada', token } }, accessKeys: [adasKey] }
  const client = createTestClient({}, { declared, prefix: '/app' })
  const said = (credential: Credential) =>
    runAsCase({ ...client, id: 'a case' }, async () => {
      const reason = notListed(await client.api.list('users-v1', credential))
      return reason instanceof Error ? reason.message : 'listed'
    })
  const hint = '; or a proxy takes /app off the path, which was signed'
  expect(await said(signature(adasKey))).toContain(hint)
  expect(await said(privateToken(token))).not.toContain(hint)
})

test('a declared path family that is not found may not exist', async () => {
  const subject = { [route.list]: { status: 404 }, [route.login]: { status: 404 } }
  const { api, ...client } = createTestClient(subject, { declared: { pathFamilies: ['users-v1'] } })
  const hint = '; or the server has no path family users-v1: take it out of pathFamilies'
  await runAsCase({ ...client, id: 'a case' }, async () => {
    expect(notListed(await api.list('users-v1', bearer('some-token')))).toMatchObject({
      message: expect.stringContaining(hint),
    })
    const login = await api.login(ada, { family: 'users-v1' })
    expect(() => judge(login).toGrantToken()).toThrow(hint)
  })
})

test('a declared private token that a gateway rejects may be valid', async () => {
  const headers: Header[] = [['WWW-Authenticate', 'Basic realm="staging"']]
  const declared = { privateTokens: { plain: { username: 'ada', token } } }
  const { api, ...client } = createTestClient({ [route.list]: { status: 401, headers } }, { declared })
  const said = async () => {
    const reason = notListed(await api.list('users-v1', privateToken(token)))
    return reason instanceof Error ? reason.message : 'listed'
  }
  const gateway = '; or a gateway demands HTTP Basic authentication'
  expect(await runAsCase({ ...client, id: 'a case' }, said)).toContain(gateway)
  const inDoctor = await client.inCase(said)
  expect(inDoctor).toContain(gateway)
  expect(inDoctor).not.toContain('run conformance doctor')
})
