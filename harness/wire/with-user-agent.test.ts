import { expect, test } from 'vitest'
import { withUserAgent } from './with-user-agent.ts'

test('requests name the suite as User-Agent, unless the declaration names another', () => {
  expect(withUserAgent({ 'X-Org': '7' })).toEqual({ 'X-Org': '7', 'User-Agent': 'auth-api-conformance' })
  expect(withUserAgent({ 'user-agent': 'ours' })).toEqual({ 'user-agent': 'ours' })
})
