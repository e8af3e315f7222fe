import { createParts } from '../../server/create-parts.ts'
import { expect, test } from 'vitest'
import { createScrubber } from './secrets.ts'

const privateTokens = ['pass-of-1', 'pass-of-12', 'pass of ü', 'short'].map((token, at) => ({
  username: `user-${at}`,
  token,
}))
const scrub = createScrubber(createParts({ demo: { accounts: [], privateTokens, accessKeys: [] } }))

test.each([
  ['/list?q=pass-of-12', '/list?q=***'],
  ['pass-of-1 and pass-of-1pass-of-123', '*** and ******3'],
  ['pass-of pass%20of%20%C3%BC pass of ü', 'pass-of *** ***'],
  ['a short one', 'a short one'],
])('%s', (text, shown) => {
  expect(scrub(text)).toBe(shown)
})
