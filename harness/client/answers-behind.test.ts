import { expect, test } from 'vitest'
import { createSecrets } from '../wire/shown/masking.ts'
import { tokenIn } from './answer.ts'
import { answersBehind } from './answers-behind.ts'
import { GivenAnswer } from './given-answer.ts'

function behind(body: string | Uint8Array, type = 'application/json') {
  const exchange = {
    request: { method: 'POST', target: '/', headers: [] },
    response: {
      status: 401,
      headers: [['Content-Type', type]] as [string, string][],
      body: Buffer.from(body as string),
      truncated: false,
    },
    sentAt: 0,
    answeredAt: 0,
  }
  const answer = new GivenAnswer('login', exchange, {})
  expect(tokenIn(answer)).toBeUndefined()
  return answersBehind(answer, createSecrets()).map((one) => tokenIn(one))
}

test.each<[string, string | Uint8Array]>([
  ['a second token that is null', '{"token":"abc","token":null}'],
  ['a second token that is empty', '{"a":{"token":null},"token":"abc","token":""}'],
  ['a name that is escaped', String.raw`{"\u0074oken":"abc","token":1}`],
  ['UTF-16', Buffer.from('{"token":"abc"}', 'utf16le')],
  ['UTF-16 behind a mark', Buffer.from('\ufeff{"token":"abc"}', 'utf16le')],
  ['UTF-16, high bytes first', Buffer.from('{"token":"abc"}', 'utf16le').swap16()],
  ['UTF-32', Buffer.from([...'{"token":"abc"}'].map((letter) => `${letter}\0\0\0`).join(''))],
  ['text before it', `)]}',\n{"token":"abc"}`],
  ['text behind it', '{"token":"abc"} \0'],
  ['a comma too many', '{"token":"abc",}'],
])('a token that another reader finds is a second answer: %s', (_, body) =>
  expect(behind(body)).toEqual(['abc']),
)

test.each<[string, string, string?]>([
  ['no token', '{"detail":"no"}'],
  ['a token further down', '{"sent":{"token":"abc"}}'],
  ['a token as a value', '{"missing":"token","token":null}'],
  ['two empty ones', '{"token":"","token":null}'],
  ['a page', '<p>Answers {"token":"abc"}', 'text/html'],
  ['JSON in a text', String.raw`{"msg":"{\"token\":\"abc\"}"`],
])('there is no second answer in %s', (_, body, type) => expect(behind(body, type)).toEqual([]))
