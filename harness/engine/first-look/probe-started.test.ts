import { expect, test } from 'vitest'
import { createTestClient, inTurn, type Reply } from '../../client/testing/test-client.ts'
import { listPath } from '../../facts/families.ts'
import { WireFailure } from '../../wire/exchange.ts'
import { probeStarted } from './probe-started.ts'

const refused: Reply = { status: 0 }

/** Probes a server whose list of the newer family answers so in turn. */
async function probe(newer: readonly Reply[], older: Reply = { status: 404 }, slowSeconds = 0) {
  const answer = inTurn(...newer)
  const { run, asked, pass } = createTestClient({
    [`GET ${listPath.v1}`]: (request) => {
      pass(slowSeconds)
      const reply = answer()
      if (reply === refused) throw new WireFailure('refused', 'accepts no connections', request)
      return reply
    },
    [`GET ${listPath['users-v1']}`]: older,
  })
  const hints: string[] = []
  const probed = probeStarted(run.wire, run, (hint) => hints.push(hint))
  const said = await probed.then(
    ({ response }) => response.status,
    (error: unknown) => error,
  )
  return { said, hints, asked: asked().length, passedMs: run.monotonic() }
}

test('a server that is ready is asked once', async () => {
  expect(await probe([{ status: 401 }])).toMatchObject({ said: 401, hints: [], asked: 1 })
  const limited: Reply = { status: 503, headers: [['Retry-After', '5']] }
  expect(await probe([limited])).toMatchObject({ said: 503, hints: [], asked: 1 })
})

test('nothing is said of one that is ready, but slow', async () => {
  expect(await probe([{ status: 401 }], { status: 404 }, 1)).toMatchObject({ said: 401, hints: [], asked: 1 })
})

test('one that has only the older list is asked for that', async () => {
  expect(await probe([{ status: 404 }], { status: 401 })).toMatchObject({ said: 404, hints: [], asked: 2 })
})

test.for([
  ['404', { status: 404 }],
  ['502', { status: 502 }],
  ['no connection', refused],
] as const)('what it says before it is ready (%s) does not count', async ([, early]) => {
  const { said, hints } = await probe([early, early, { status: 401 }])
  expect(said).toBe(401)
  expect(hints).toEqual([expect.stringMatching(/^the started server had no list until 0\.\d s after/)])
})

test('if no list comes within seconds, the server is taken as it is', async () => {
  const without = await probe([{ status: 404 }])
  expect(without).toMatchObject({ said: 404, hints: [] })
  expect(without.passedMs).toBeGreaterThanOrEqual(5000)
  expect(await probe([refused])).toMatchObject({ said: expect.any(WireFailure), hints: [] })
})
