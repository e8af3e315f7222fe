import { expect, test } from 'vitest'
import { createRequirement, slug, type Registry } from './registry.ts'

function create() {
  const registry: Registry = new Map()
  return { registry, requirement: createRequirement<'mfa.seed-one-time' | 'login.json'>(registry) }
}

test('what the body takes apart is what the case asks for, and says when it runs', () => {
  const { registry, requirement } = create()
  requirement('login.json', 'plain', async ({ api, account }) => void [api, account])
  requirement('mfa.seed-one-time', 'with a code', async ({ api, mfaAccount: bob }) => void [api, bob])
  requirement('login.json', 'an hour later', async ({ clock, mfaAccount }) => void [clock, mfaAccount])
  requirement('login.json', 'years later', async ({ clock, farClock }) => void [clock, farClock])
  requirement('login.json', 'in the end', async ({ seen }) => void seen)
  requirement('login.json', 'asking for nothing', async () => {})
  expect([...registry.values()].map(({ id, tools, phase }) => [id, tools, phase])).toEqual([
    ['login.json/plain', ['api', 'account'], 'plain'],
    ['mfa.seed-one-time/with-a-code', ['api', 'mfaAccount'], 'codes'],
    ['login.json/an-hour-later', ['clock', 'mfaAccount'], 'hours'],
    ['login.json/years-later', ['clock', 'farClock'], 'years'],
    ['login.json/in-the-end', ['seen'], 'last'],
    ['login.json/asking-for-nothing', [], 'plain'],
  ])
})

test('tools may be named where the body takes them as a whole; the thing changed is kept', () => {
  const { registry, requirement } = create()
  requirement(
    'login.json',
    'whole',
    { tools: ['clock'], changed: 'the password' },
    async (tools) => void tools,
  )
  expect(registry.get('login.json/whole')).toMatchObject({
    tools: ['clock'],
    phase: 'hours',
    changed: 'the password',
  })
})

test('a title stands once in a requirement, and a body takes its tools apart', () => {
  const { requirement } = create()
  requirement('login.json', 'On users-v1!', async () => {})
  expect(() => requirement('login.json', 'on users v1', async () => {})).toThrow(
    'two cases are called login.json/on-users-v1',
  )
  expect(() => requirement('login.json', 'whole', async (tools) => void tools)).toThrow(
    'must take its tools as async',
  )
  expect(slug("“the user's” 2nd — code")).toBe('the-user-s-2nd-code')
})
