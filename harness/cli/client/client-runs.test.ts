import { expect, test } from 'vitest'
import { stderrNotes } from './client-runs.ts'

test('what a client writes about an error is quoted from there, whatever stack follows', () => {
  const said = [
    'starting',
    'file:///client.mjs:69',
    'SyntaxError: no JSON',
    '  at a',
    '  at b',
    '',
    'Node.js v20',
  ]
  expect(stderrNotes([{ scenario: 'plain-token', said: said.join('\n') }])).toEqual([
    'the client wrote to stderr in plain-token: SyntaxError: no JSON |   at a |   at b |  | Node.js v20',
  ])
  const long = ['TypeError: no token', ...Array.from({ length: 9 }, (_, at) => `  at ${at}`)].join('\n')
  expect(stderrNotes([{ scenario: 'plain-token', said: long }])[0]).toContain(
    ': TypeError: no token |   at 0',
  )
})

test('what a client writes to stderr in several scenarios comes once', () => {
  const trace = 'a\nb\nc\nd\nKeyError\nin line 1'
  expect(
    stderrNotes([
      { scenario: 'plain-token', said: trace },
      { scenario: 'plain-mfa', said: '' },
      { scenario: 'hour-token', said: 'late' },
      { scenario: 'revoked-token', said: trace },
      { scenario: 'trouble-token', said: 'x' },
      { scenario: 'prefix-token', said: 'y' },
    ]),
  ).toEqual([
    'the client wrote to stderr in plain-token and 1 more scenario: b | c | d | KeyError | in line 1',
    'the client wrote to stderr in hour-token: late',
    'the client wrote to stderr in trouble-token: x',
    'the client wrote to stderr in 1 more scenario',
  ])
})
