import { expect, test } from 'vitest'
import { familiesOf } from './families-of.ts'
import type { Role, Traced } from '../run/trace.ts'

const sent = (role: Role, target: string): Traced => ({
  role,
  exchange: {
    request: { method: 'GET', target, headers: [] },
    response: { status: 200, headers: [], body: new Uint8Array(), truncated: false },
    sentAt: 0,
    answeredAt: 0,
  },
})

test('the family of the judged request counts, whatever the steps before it', () => {
  const step = sent('step', '/api/users/v1/auth/')
  expect(familiesOf([step, sent('judged', '/prefix/api/v1/users/users/?limit=1')])).toEqual(['v1'])
  expect(familiesOf([step, sent('twin', '/api/v1/users/users/')])).toEqual(['users-v1', 'v1'])
  expect(familiesOf([sent('judged', '/docs')])).toEqual([])
})
