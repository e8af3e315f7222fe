import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { createHttpWire } from '../../wire/http.ts'
import type { Part } from '../../wire/exchange.ts'
import { startHttpServer } from '../../wire/testing/servers.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { readDeclaration } from './declaration.ts'
import { declaredParts } from './declared-parts.ts'
import { declaredSecrets } from './declared-secrets.ts'

const read = (context: TestContext, headers: object, env: NodeJS.ProcessEnv = {}) => {
  const written = JSON.stringify({ baseUrl: 'http://127.0.0.1:1', headers })
  return readDeclaration('conformance.json', {
    env,
    cwd: createFreshFolder(context, { 'conformance.json': written }),
  })
}

test('a part carries its own headers before those of every request, and no other part does', async (context) => {
  const { headers, partHeaders } = read(context, {
    'X-Org': 'one',
    list: { 'x-org': 'two', 'X-Page': 'all' },
    session: { 'X-Forwarded-Proto': 'https' },
  })
  const { url } = await startHttpServer(({ headers }, response) => response.end(JSON.stringify(headers)))
  const options = { baseUrl: url, timeoutMs: 5000, requestsPerSecond: 0, concurrency: 1 }
  const wire = createHttpWire({ ...options, headers, partHeaders: partHeaders ?? {} })
  onTestFinished(() => wire.close())
  const sent = async (part?: Part) => {
    const request = { method: 'GET', target: '/', headers: [] }
    const { response } = await wire.send(request, part === undefined ? {} : { part })
    const {
      host: _,
      connection: __,
      ...own
    } = JSON.parse(Buffer.from(response.body).toString()) as object & {
      host: string
      connection: string
    }
    return own
  }

  expect(await sent('list')).toEqual({ 'x-org': 'two', 'x-page': 'all' })
  expect(await sent('session')).toEqual({ 'x-org': 'one', 'x-forwarded-proto': 'https' })
  expect(await sent('login')).toEqual({ 'x-org': 'one' })
  expect(await sent()).toEqual({ 'x-org': 'one' })
})

test('a header of a part is a secret by its name, or because a variable gave it', (context) => {
  const declaration = read(
    context,
    { 'X-Org': 'one', login: { 'X-Api-Key': 'key-1', 'X-Tenant': '${TENANT}', 'X-Plain': 'plain' } },
    { TENANT: 'tenant-1' },
  )
  expect(declaredSecrets(declaration)).toEqual([
    { value: 'key-1', label: 'headers.login.X-Api-Key' },
    { value: 'tenant-1', label: 'headers.login.X-Tenant' },
  ])
  expect(declaredParts(declaration)).toContain('headers.login.X-Tenant')
})

test.for([
  [
    { lists: { 'X-Org': 'one' } },
    'headers.lists: is not a part that can have its own headers; these are: login, list, session, pages',
  ],
  [{ list: { Accept: '*/*' } }, 'headers.list.Accept: is set by the cases and cannot be declared; remove it'],
  [{ list: { 'X Org': 'one' } }, 'headers.list.X Org: is not a header name'],
  [{ list: { 'X-Org': 'a\nb' } }, 'headers.list.X-Org: must be one line of Latin-1 text'],
  [{ 'X-Org': 'a\nb' }, 'headers.X-Org: must be one line of Latin-1 text'],
] as const)('%j is told by field', ([headers, message], context) => {
  expect(() => read(context, headers)).toThrow(message)
})
