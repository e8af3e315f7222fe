import { expect, test } from 'vitest'
import { countingRandom, createChoices, someAccount, someCall, stillClock } from '../testing/fixture.ts'
import { createTokens } from './tokens.ts'

function setUp() {
  const choices = createChoices()
  const clock = stillClock()
  return { choices, clock, tokens: createTokens(choices, clock, countingRandom()) }
}

test('a token works for its hour, used or not, and never after it', () => {
  const { clock, tokens } = setUp()
  const call = someCall()
  const { text } = tokens.issue(someAccount, call)
  for (const minutes of [0, 30, 29]) {
    clock.advance({ minutes })
    expect(tokens.accepts(text, call)).toBe('mia')
  }
  clock.advance({ seconds: 59.999 })
  expect(tokens.accepts(text, call)).toBe('mia')
  clock.advance({ seconds: 0.001 })
  expect(tokens.accepts(text, call)).toBeUndefined()
  clock.advance({ hours: 30 })
  tokens.issue(someAccount, call)
  expect(tokens.accepts(text, call)).toBeUndefined()
  expect(tokens.records.size).toBe(1)
})

test('each login issues another token, and the older one keeps its own hour', () => {
  const { clock, tokens } = setUp()
  const call = someCall()
  const first = tokens.issue(someAccount, call)
  clock.advance({ minutes: 30 })
  const second = tokens.issue(someAccount, call)
  expect(second.text).not.toBe(first.text)
  clock.advance({ minutes: 30 })
  expect(tokens.accepts(first.text, call)).toBeUndefined()
  expect(tokens.accepts(second.text, call)).toBe('mia')
})

test('a near miss of a token is no token', () => {
  const { tokens } = setUp()
  const { text } = tokens.issue(someAccount, someCall())
  for (const other of [
    '',
    text.slice(1),
    text.slice(0, -1),
    `${text}=`,
    `${text} `,
    ` ${text}`,
    '__proto__',
  ]) {
    expect(tokens.accepts(other, someCall())).toBeUndefined()
  }
})

test('by choice the same token is answered while it lives, and no longer', () => {
  const { choices, clock, tokens } = setUp()
  choices.sameTokenWhileItLives = true
  const first = tokens.issue(someAccount, someCall())
  expect(tokens.issue(someAccount, someCall()).text).toBe(first.text)
  expect(tokens.issue({ ...someAccount, username: 'other' }, someCall()).text).not.toBe(first.text)
  clock.advance({ hours: 1 })
  expect(tokens.issue(someAccount, someCall()).text).not.toBe(first.text)
})
