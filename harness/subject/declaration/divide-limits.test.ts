import { expect, test } from 'vitest'
import type { Declaration } from './declaration.ts'
import { divideLimits } from './divide-limits.ts'

const limits = { failedLogins: 25, failedLoginsPerAccount: 4 }
const shared = { clock: { kind: 'none' }, limits } as Declaration
const own = { ...shared, start: { command: 'serve' }, clock: { kind: 'control' } } as Declaration

test('shards of one server take no more failed logins than the limits allow', () => {
  const shares = [1, 2, 3].map((index) => divideLimits(shared, { index, count: 3 }).limits)
  expect(shares.map(({ failedLogins }) => failedLogins)).toEqual([9, 8, 8])
  expect(shares.map(({ failedLoginsPerAccount }) => failedLoginsPerAccount)).toEqual([2, 1, 1])
})

test('no limit stays none', () => {
  const none = { ...limits, failedLogins: 0, failedLoginsPerAccount: 0 }
  const lifted = { ...shared, limits: none } as Declaration
  expect(divideLimits(lifted, { index: 2, count: 3 }).limits).toMatchObject({
    failedLogins: 0,
    failedLoginsPerAccount: 0,
  })
})

test('a limit that does not suffice for all is a usage error, since a share of 0 would lift it', () => {
  expect(() => divideLimits(shared, { index: 1, count: 5 })).toThrow(
    'limits.failedLoginsPerAccount is 4, too few for 5 shards',
  )
})

test.each(['control', 'command', 'faketime'])('the clock of a shared server is not moved: %s', (kind) => {
  const moved = { ...shared, clock: { kind } } as Declaration
  expect(() => divideLimits(moved, { index: 1, count: 2 })).toThrow('--shard: clock.kind')
  expect(divideLimits(moved, { index: 1, count: 1 }).clock.kind).toBe(kind)
})

test('a server of its own is used as declared', () => {
  expect(divideLimits(own, { index: 1, count: 9 })).toBe(own)
})
