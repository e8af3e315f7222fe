import { expect, test } from 'vitest'
import { createRequirement, slug, type Registry } from './registry.ts'

function create() {
  const registry: Registry = new Map()
  return { registry, requirement: createRequirement<'mfa.seed-one-time' | 'login.json'>(registry) }
}

test('what a case needs says when it runs', () => {
  const { registry, requirement } = create()
  const body = async () => {}
  requirement('login.json', 'plain', { needs: ['account'] }, body)
  requirement('mfa.seed-one-time', 'with a code', { needs: ['mfaAccount'] }, body)
  requirement('login.json', 'an hour later', { needs: ['clock', 'mfaAccount'] }, body)
  requirement('login.json', 'years later', { needs: ['clock', 'farClock'] }, body)
  requirement('login.json', 'in the end', { needs: ['seen'] }, body)
  requirement('login.json', 'needing nothing', {}, body)
  expect([...registry.values()].map(({ id, needs, phase }) => [id, needs, phase])).toEqual([
    ['login.json/plain', ['account'], 'plain'],
    ['mfa.seed-one-time/with-a-code', ['mfaAccount'], 'codes'],
    ['login.json/an-hour-later', ['clock', 'mfaAccount'], 'hours'],
    ['login.json/years-later', ['clock', 'farClock'], 'years'],
    ['login.json/in-the-end', ['seen'], 'last'],
    ['login.json/needing-nothing', [], 'plain'],
  ])
})

test('a body is handed what the case needs, and nothing else', () => {
  const { registry, requirement } = create()
  requirement(
    'login.json',
    'with an account',
    { needs: ['account'], changed: 'the password' },
    async (tools) => {
      void tools.account
      // @ts-expect-error: not a need of this case
      void tools.clock
    },
  )
  expect(registry.get('login.json/with-an-account')).toMatchObject({ changed: 'the password' })
})

test('a title stands once in a requirement', () => {
  const { requirement } = create()
  requirement('login.json', 'On users-v1!', {}, async () => {})
  expect(() => requirement('login.json', 'on users v1', {}, async () => {})).toThrow(
    'two cases are called login.json/on-users-v1',
  )
  expect(slug('“the user’s” 2nd — code')).toBe('the-user-s-2nd-code')
})
