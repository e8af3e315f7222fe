import { expect, test } from 'vitest'
import type { PlayedOperation } from '../../harness/client-judge/played.ts'
import type { Reading } from './obligation.ts'
import { succeeded } from './outcomes.ts'

const ended = 'ended (exit code 1) without an answer'

const gotAfter = (fault: string, said: string) =>
  succeeded(
    {
      calls: [],
      played: { said, told: {}, operations: [], exchanges: [], identities: { usernames: ['ann'] } },
    } as unknown as Reading,
    { index: 0, reply: { kind: 'fault', fault } } as unknown as PlayedOperation,
  )

test.each([
  ['Traceback:\n  File "a.py"\nKeyError: \'token\'', "; its stderr says: KeyError: 'token'"],
  ['TypeError: no URL\n    at send (a.mjs:3)\n\nNode.js v24.1.0', '; its stderr says: TypeError: no URL'],
  ['bye', '; its stderr says: bye'],
  ['', ''],
])('a client that ended after it wrote %j', (said, shown) => {
  expect(gotAfter(ended, said)).toMatchObject({ got: `the client ${ended}${shown}` })
})

test('a client that goes on has no last words', () => {
  expect(gotAfter('gave no answer', 'bye')).toMatchObject({ got: 'the client gave no answer' })
})
