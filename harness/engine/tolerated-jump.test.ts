import { expect, test } from 'vitest'
import { toleratedJump } from './tolerated-jump.ts'
import type { Phase } from './registry.ts'
import type { Need } from './tools.ts'

type Facts = Parameters<typeof toleratedJump>[1]

const facts = ({ movable = true, realTime = false, accessKeys = true, privateToken = true } = {}): Facts =>
  ({
    clock: { movable, realTime },
    declaration: {
      accessKeys: accessKeys ? [{}] : false,
      privateTokens: privateToken ? { plain: {} } : {},
    },
  }) as unknown as Facts

const tolerates = (needs: Need[], given = facts(), phase: Phase = 'plain') =>
  toleratedJump({ needs, phase }, given) > 0

test('a plain case tolerates jumps unless it signs, or is about the private token of an account with a second factor', () => {
  expect(tolerates([])).toBe(true)
  expect(tolerates(['account', 'session', 'privateTokenOf', 'operator'])).toBe(true)
  for (const need of ['accessKey', 'accessKey2', 'mfaPrivateToken'] as const)
    expect(tolerates(['account', need])).toBe(false)
})

test('without a private token, any case may sign its control', () => {
  expect(tolerates([], facts({ privateToken: false }))).toBe(false)
  expect(tolerates([], facts({ privateToken: false, accessKeys: false }))).toBe(true)
})

test('what needs the clock tolerates no jumps of others, nor does any case where jumps are waits', () => {
  for (const phase of ['codes', 'hours', 'sequences'] as const)
    expect(tolerates(['account'], facts(), phase)).toBe(false)
  expect(tolerates(['account'], facts({ movable: false }))).toBe(false)
  expect(tolerates(['account'], facts({ realTime: true }))).toBe(false)
})
