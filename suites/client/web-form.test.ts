import { expect, test } from 'vitest'
import type { PlayedOperation } from '../../harness/client-judge/played.ts'
import { readCalls } from '../../harness/client-judge/read-calls.ts'
import type { Played } from '../../harness/client-judge/played.ts'
import { whatIsWrongInForm } from './web-form.ts'

const told = { username: 'Ann+x', password: 'a%41 b&c' }

const page = {
  number: 1,
  at: 'api',
  request: { method: 'GET', target: '/auth/login/', headers: [], body: Buffer.from('') },
  answer: {
    status: 200,
    headers: [['set-cookie', 'csrftoken=a; Path=/']],
    body: Buffer.from('<form><input type="hidden" name="csrfmiddlewaretoken" value="a"></form>'),
  },
}

function wrongIn(body: string, headers: string[][] = [], before: object[] = []): string | undefined {
  const exchange = {
    number: 2,
    at: 'api',
    request: { method: 'POST', target: '/auth/login/', headers, body: Buffer.from(body) },
    operation: 1,
  }
  const identities = { plain: told, mfa: told }
  const played = {
    told,
    identities,
    prefix: '',
    pages: ['/auth/login/'],
    exchanges: [...before, exchange],
    operations: [],
  }
  const list = { index: 1 } as PlayedOperation
  return whatIsWrongInForm(readCalls(played as unknown as Played), list)
}

const all = new URLSearchParams(told).toString()

test.each([
  [all, undefined],
  [`&${all}&csrfmiddlewaretoken=a`, undefined],
  [
    'username=Ann+x&password=b',
    'the username was changed on the way: a + that a form does not encode is a space',
  ],
  [
    'username=Ann%2Bx&password=a%41+b%26c',
    'the password was changed on the way: a % that a form does not encode begins another character',
  ],
  ['username=Ann%2Bx', 'there is no field password'],
  [JSON.stringify(told), 'the body is JSON'],
  ['', 'there is no body'],
])('%s: %s', (body, wrong) => {
  expect(wrongIn(body)).toBe(wrong)
})

test.each([
  [all, [['Cookie', 'csrftoken=a']], "the page's hidden field csrfmiddlewaretoken is missing"],
  [`${all}&csrfmiddlewaretoken=a`, [], 'the cookies that the page set are missing'],
  [`${all}&csrfmiddlewaretoken=a`, [['Cookie', 'csrftoken=a']], undefined],
])('after the page, %s with %j: %s', (body, headers, wrong) => {
  expect(wrongIn(body, headers, [page])).toBe(wrong)
})
