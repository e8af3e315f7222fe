import { expect, test } from 'vitest'
import { patiently } from '../engine/case/patiently.ts'
import { listPath } from '../facts/families.ts'
import { runAsCase } from '../run/current-case.ts'
import { bearer } from './credentials/credentials.ts'
import type { ApiRequest } from './send.ts'
import { send } from './send.ts'
import { createTestClient } from './testing/test-client.ts'

const get = (path: string): ApiRequest => ({
  method: 'GET',
  path,
  credential: bearer('a token'),
  role: 'step',
  part: 'list',
})

/** Answers five lists in any window of that many seconds, and never answers /banned. */
function createLimited(seconds: number) {
  let answered: number[] = []
  const later = (forSeconds: number) => ({
    status: 429,
    headers: [['Retry-After', `${forSeconds}`] as const],
  })
  const client = createTestClient({
    [`GET ${listPath.v1}`]: () => {
      answered = answered.filter((at) => at > client.now() - seconds * 1000)
      if (answered.length === 5) return later(seconds)
      answered.push(client.now())
      return { json: [] }
    },
    'GET /banned': later(1),
  })
  const { run, trace, until } = client
  const inCase = (paths: readonly string[]) => {
    const all = async () => {
      for (const path of paths) await send(run, trace, get(path))
    }
    return runAsCase({ run, trace, until }, () => patiently(run, all, () => {}, until))
  }
  return { ...client, inCase }
}

const lists = (count: number) => Array.from({ length: count }, () => listPath.v1)

test('a case that needs more lists than a server answers in its window waits between them, once starting again did not help', async () => {
  const { inCase, asked } = createLimited(10)
  await inCase(lists(12))
  // Twice six that did not get to the end, and then twelve, of which two were sent twice.
  expect(asked()).toHaveLength(2 * 6 + 12 + 2)
})

test('starts again instead if that may take so long that a token or a session ends', async () => {
  const { inCase } = createLimited(61)
  await expect(inCase(lists(12))).rejects.toThrow('to be tried again after 61')
})

test('a request that the server never answers ends the case, and not the run', async () => {
  const { inCase, run, trace } = createLimited(1)
  await expect(inCase([listPath.v1, '/banned'])).rejects.toThrow('GET /banned answered 429')
  await run.rateLimit.pass()
  expect(await send(run, trace, get(listPath.v1))).toMatchObject({ response: { status: 200 } })
})
