import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Calls back with the body of a request, unless the client leaves before its end. */
export function withBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  buffer(request).then(done, () => {})
}

/** What a server without rules answers to every request: a token, a challenge and users all at once. */
export const everything = {
  token: 'a-token-for-everyone-3f9c2d71',
  code: 101,
  msg: 'send seed and code',
  otp_url: '/api/users/v1/otp/auth/',
  seed: 'a-seed-for-everyone-8b1e6a40',
  results: [
    { id: '7d0f5c58', username: 'ada', name: 'Ada', email: 'ada@example.org' },
    { id: '0b2a9e14', username: 'bob', name: 'Bob', email: 'bob@example.org' },
  ],
}

export const loginPage = `<!doctype html><html><head><title>Sign in</title></head><body><form method="post" action="/login/">
<input name="csrfmiddlewaretoken" type="hidden" value="c5rf"><input name="username"><input name="password" type="password">
<button>Sign in</button></form></body></html>`
