import { expect, test } from 'vitest'
import type { Context, Obligation, Told } from './judged.ts'
import type { Scenario } from './played.ts'
import { whyUntriggered } from './why-unjudged.ts'

const scenario = (name: string) => ({ name, title: '', method: 'token' }) as Scenario
const obligation = (rule: string, ...scenarios: string[]): Obligation =>
  ({ rule, scenarios, judge: () => [] }) as Obligation

/** Why a rule of the scenario hour-token is not judged, where these were left out. */
const why = (given: Partial<Context>, trigger = 'list the users', all: Told[] = []) =>
  whyUntriggered('client.hour', { level: 'must', statement: '', methods: ['token'], trigger }, all, {
    rules: new Map(),
    obligations: [obligation('client.hour', 'hour-token')],
    scenarios: [],
    played: [],
    methods: ['token'],
    kind: 'scenario',
    explained: new Map(),
    broken: new Set(),
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

test('a rule about a signature that another signature rule explains names that rule', () => {
  const wrong = {
    obligation: obligation('client.signature-target'),
    judged: [{ wanted: '', got: '', calls: [] }],
  }
  const rule = { level: 'must', statement: '', methods: ['signature'], trigger: 'sign' } as const
  const context = {
    kind: 'scenario',
    methods: ['signature'],
    obligations: [],
    played: [],
  } as unknown as Context
  const { why: said } = whyUntriggered('client.signature-headers', rule, [wrong as unknown as Told], {
    ...context,
    fails: new Set(),
  })
  expect(said).toBe('the signatures break client.signature-target; correct that first')
})

test('a rule about a list after one that went wrong says so, if something else fails', () => {
  const first = { operation: { op: 'list' }, reply: { kind: 'error', error: 'no list' } }
  const reading = { played: { method: 'token', operations: [first] } }
  const told = { obligation: obligation('client.hour', 'hour-token'), judged: [], reading } as unknown as Told
  expect(why({}, 'list the users', [told])).toBe('not triggered: list the users')
  expect(why({ broken: new Set(['client.tolerates-list-shape']) }, 'list the users', [told])).toBe(
    'a list that comes before what it judges went wrong; correct the other failures first',
  )
})
