import { expect, test } from 'vitest'
import { createTestClient } from '../../client/testing/test-client.ts'
import { listPath } from '../../facts/families.ts'
import { createSignatureDates, httpDate } from '../../ledgers/signature-dates.ts'
import { header, type WireRequest } from '../../wire/exchange.ts'
import { lookAtSignatures } from './look-at-signatures.ts'

const hourMs = 3_600_000

/** A subject that accepts signed Dates within half a minute of its own time, which the Date header does not show. */
async function lookedAt(ownAheadMs: number, dateAheadMs: number) {
  const list = ({ headers }: WireRequest) => {
    const offMs = Date.parse(header(headers, 'date') ?? '') - client.now() - ownAheadMs
    return Math.abs(offMs) < 30_000 ? { json: [{ username: 'ada', email: 'ada@b.test' }] } : { status: 401 }
  }
  const client = createTestClient(
    { [`GET ${listPath.v1}`]: list, [`GET ${listPath['users-v1']}`]: list },
    { declared: { accessKeys: [{ keyId: 'a', keySecret: 'b', username: 'ada' }] }, movable: false },
  )
  const { run } = client
  let offsetMs = dateAheadMs
  const now = () => client.now() + offsetMs
  const calibrate = (subjectMs: number) => void (offsetMs = subjectMs - client.now())
  Object.assign(run, {
    dateAheadMs,
    clock: { ...run.clock, now, calibrate },
    signatureDates: createSignatureDates(now, async () => {}),
  })
  await lookAtSignatures(run)
  return { run, aheadMs: () => now() - client.now() }
}

test('if the time of the Date header is rejected and real time accepted, the run goes by real time', async () => {
  const { run, aheadMs } = await lookedAt(0, hourMs)
  expect(aheadMs()).toBe(0)
  expect(run.dateAheadMs).toBeUndefined()
  expect(run.signatureDates.repeatsAccepted).toBe(true)
})

test('if the time of the Date header is accepted, the run goes by it', async () => {
  const { run, aheadMs } = await lookedAt(hourMs, hourMs)
  expect(aheadMs()).toBe(hourMs)
  expect(run.dateAheadMs).toBe(hourMs)
})

test('if neither is accepted, the run goes by the Date header', async () => {
  const { run, aheadMs } = await lookedAt(2 * hourMs, hourMs)
  expect(aheadMs()).toBe(hourMs)
  expect(run.dateAheadMs).toBe(hourMs)
  expect(httpDate(run.clock.now())).toMatch(/13:00/)
})
