import { expect, test } from 'vitest'
import { createTestClient, type Reply } from '../../client/testing/test-client.ts'
import { listPath } from '../../facts/families.ts'
import { createSignatureDates, httpDate } from '../../ledgers/signature-dates.ts'
import { header, type WireRequest } from '../../wire/exchange.ts'
import { lookAtSignatures } from './look-at-signatures.ts'

const hourMs = 3_600_000

/**
 * A subject that accepts signed Dates within half a minute of its own time, which the Date header does not show. It rejects
 * those of real time with `status`, and asks to come back later at the request with the number `busyAt`.
 */
async function lookedAt(ownAheadMs: number, dateAheadMs: number, { status = 401, busyAt = 0 } = {}) {
  let asked = 0
  const list = ({ headers }: WireRequest): Reply => {
    if (++asked === busyAt) return { status: 429, headers: [['Retry-After', '1']] }
    const aheadMs = Date.parse(header(headers, 'date') ?? '') - client.now()
    const isOwn = Math.abs(aheadMs - ownAheadMs) < 30_000
    if (isOwn) return { json: [{ username: 'ada', email: 'ada@b.test' }] }
    return { status: Math.abs(aheadMs) < 30_000 ? status : 401 }
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

test.each([401, 503])('if neither is accepted, the run goes by the Date header (%d)', async (status) => {
  const { run, aheadMs } = await lookedAt(2 * hourMs, hourMs, { status })
  expect(aheadMs()).toBe(hourMs)
  expect(run.dateAheadMs).toBe(hourMs)
  expect(httpDate(run.clock.now())).toMatch(/13:00/)
})

test('a look that is asked to come back later is made again', async () => {
  const { run } = await lookedAt(0, 0, { busyAt: 2 })
  expect(run.signatureDates.repeatsAccepted).toBe(true)
})
