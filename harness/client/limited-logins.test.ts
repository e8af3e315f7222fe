import { expect, test } from 'vitest'
import { AskedToWait, SetupFailed } from '../outcomes.ts'
import { anonymous } from './credentials/credentials.ts'
import { send, type ApiRequest } from './send.ts'
import { answerOf } from './testing/answers.ts'
import { createTestClient } from './testing/test-client.ts'

const request = { credential: anonymous, role: 'step', part: 'list' } as const
const list: ApiRequest = { ...request, method: 'GET', path: '/list' }
const login: ApiRequest = { ...request, method: 'POST', path: '/login', login: { owner: 'ada' } }

test.for([
  ['an invalid login with 429 and no Retry-After, the case does not start again', {}, [], false],
  ['an invalid login with 429 and Retry-After, it does', {}, [['Retry-After', '1']], true],
  ['a valid login with 429 and no Retry-After, it does', { way: 'ada json' }, [], true],
] as const)('after %s', async ([, more, headers, startsAgain]) => {
  const { run, trace } = createTestClient({ 'POST /login': { status: 429, headers } })
  const sent = send(run, trace, { ...login, login: { owner: 'ada', ...more } })
  const error: unknown = await sent.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(SetupFailed)
  expect(error instanceof AskedToWait).toBe(startsAgain)
})

test('after an invalid login with the 429 that GETs got as well, the case starts again, and nothing is counted', async () => {
  const limited = { status: 429, json: 'slow down' }
  const { run, trace } = createTestClient({ 'GET /list': limited, 'POST /login': limited })
  await expect(send(run, trace, list)).rejects.toThrow(AskedToWait)
  await run.rateLimit.pass()
  run.rateLimit.answered(answerOf('', 200).exchange)
  await expect(send(run, trace, login)).rejects.toThrow(AskedToWait)
  expect(run.failedLogins.total).toBe(0)
})
