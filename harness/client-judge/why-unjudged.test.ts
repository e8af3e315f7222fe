import { expect, test } from 'vitest'
import type { Context, Obligation } from './judged.ts'
import type { Scenario } from './played.ts'
import { whyUntriggered } from './why-unjudged.ts'

const scenario = (name: string) => ({ name, title: '', method: 'token' }) as Scenario
const obligation = (rule: string, ...scenarios: string[]): Obligation =>
  ({ rule, scenarios, judge: () => [] }) as Obligation

/** Why a rule of the scenario hour-token is not judged, where these were left out. */
const why = (given: Partial<Context>, trigger = 'list the users') =>
  whyUntriggered('client.hour', { level: 'must', statement: '', methods: ['token'], trigger }, [], {
    rules: new Map(),
    obligations: [obligation('client.hour', 'hour-token')],
    scenarios: [],
    played: [],
    methods: ['token'],
    kind: 'scenario',
    explained: new Map(),
    works: new Set(['token']),
    fails: new Set(),
    ...given,
  }).why

test('a rule whose scenarios were left out says by what', () => {
  expect(why({})).toBe('not triggered: list the users')
  expect(why({ leftOut: [scenario('hour-token')] })).toMatch(/leave "upstream" out$/)
  expect(why({ notChosen: [scenario('hour-token')] })).toBe(
    'not triggered: --scenario leaves out the scenarios for it',
  )
  expect(why({ notChosen: [scenario('year-token')] })).toBe('not triggered: list the users')
})
