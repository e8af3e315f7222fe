import { expect, test } from 'vitest'
import { startServer } from '../start/server.ts'
import { createChoices } from '../common/choices.ts'
import { createClock } from '../common/clock.ts'
import { createOneTimeCodes } from '../domain/one-time-codes.ts'

const bob = { username: 'bob', password: 'bob likes wörds & 50% = half+half' }
const otp = {
  secret: '32QTZHQZVEIGULLDOVUV44OIUSFYPZPA',
  digits: 6,
  period: 30,
  algorithm: 'SHA1',
} as const

/** Returns the status of a second step with the code of this time. */
async function secondStep(url: string, milliseconds: number): Promise<number> {
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { seed, otp_url } = (await (await post('/api/users/v1/auth/', bob)).json()) as Record<string, string>
  const codes = createOneTimeCodes(
    createChoices(),
    createClock(() => milliseconds),
  )
  const otp_code = codes.codeAt(otp, Math.floor(milliseconds / 30_000))
  return (await post(otp_url ?? '', { seed, otp_code })).status
}

test.each([
  [true, 200],
  [false, 401],
])(
  'where the real time counts (%s), its codes are answered %i behind a jump',
  async (realTimeCounts, status) => {
    await using server = await startServer({ fastHash: true, realTimeCounts })
    server.clock.advance({ hours: 1 })
    expect(await secondStep(server.url, Date.now())).toBe(status)
    expect(await secondStep(server.url, server.clock.now())).toBe(200)
    expect(await secondStep(server.url, server.clock.now() + 600_000)).toBe(401)
  },
)
