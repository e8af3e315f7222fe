import type { Call } from '../common/call.ts'
import { createChoices } from '../common/choices.ts'
import { createClock } from '../common/clock.ts'
import type { Account } from '../domain/accounts.ts'

/** For tests: returns a call with nothing special about it. */
export function someCall(parts: Partial<Call> = {}): Call {
  return {
    operation: 'list',
    family: 'v1',
    encoding: 'none',
    method: 'GET',
    target: '/api/v1/users/users/',
    rawHeaders: [],
    body: undefined,
    connection: {},
    ...parts,
  }
}

/** For tests: returns a clock that stands still unless moved, at 20:51:35 on 7 June 2014. */
export function stillClock() {
  return createClock(() => Date.UTC(2014, 5, 7, 20, 51, 35))
}

/** For tests: returns bytes that count up, so that no two calls return the same. */
export function countingRandom(): (count: number) => Buffer {
  let calls = 0
  return (count) => {
    const bytes = Buffer.alloc(count)
    bytes.writeUInt32BE(++calls, 0)
    return bytes
  }
}

export const someAccount: Account = {
  id: 'f2d3a1f0-0000-4000-8000-000000000001',
  username: 'mia',
  name: 'Mia',
  email: 'mia@example.org',
  passwordHash: '',
  // The secret of RFC 6238 appendix B, "12345678901234567890".
  otp: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', digits: 6, period: 30, algorithm: 'SHA1' },
}

export { createChoices }
