import { expect, test } from 'vitest'
import { withUserAgent } from './with-user-agent.ts'

test('who asks is told, unless the declaration says who', () => {
  expect(withUserAgent({ 'X-Org': '7' })).toEqual({ 'X-Org': '7', 'User-Agent': 'auth-api-conformance' })
  expect(withUserAgent({ 'user-agent': 'ours' })).toEqual({ 'user-agent': 'ours' })
})
