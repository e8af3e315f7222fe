import { expect, test } from 'vitest'
import { parseBaseUrl } from './base-url.ts'

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', '', '127.0.0.1', 8080],
  ['http://api.example/', 'http://api.example', '', 'api.example', 80],
  ['https://api.example/a%2Fb/c//', 'https://api.example', '/a%2Fb/c', 'api.example', 443],
  ['http://[::1]:80/x', 'http://[::1]', '/x', '::1', 80],
  ['unix:/run/api.sock:/x/', 'http://localhost', '/x', 'localhost', 80],
])('%s', (baseUrl, origin, prefix, hostname, port) => {
  expect(parseBaseUrl(baseUrl)).toMatchObject({ origin, prefix, hostname, port })
})

test('a unix socket keeps its path', () => {
  expect(parseBaseUrl('unix:///run/api.sock').socketPath).toBe('/run/api.sock')
})

test('other schemes are rejected', () => {
  expect(() => parseBaseUrl('ftp://api.example')).toThrow('ftp:')
})
