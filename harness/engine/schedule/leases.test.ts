import { expect, test } from 'vitest'
import { leasesOf } from './leases.ts'
import type { Case } from '../case/registry.ts'
import type { Need } from '../case/tools.ts'

type Facts = Parameters<typeof leasesOf>[1]

const facts = ({
  limited = false,
  repeatsAccepted = true,
  letIn = ['ada', 'dee', 'bob'],
  rejected = 0,
  kind = 'control',
} = {}): Facts =>
  ({
    clock: { kind },
    declaration: {
      accounts: { plain: { username: 'ada' }, plain2: { username: 'dee' }, mfa: { username: 'bob' } },
    },
    failedLogins: {
      limited,
      wasAccepted: (username: string) => letIn.includes(username),
      ofAccount: () => rejected,
    },
    signatureDates: { repeatsAccepted },
  }) as unknown as Facts

const asking = (needs: Need[], rest: Partial<Case> = {}) => ({ id: 'a/b', needs, ...rest }) as Case

test('what works for one at a time is held: commands, sessions, codes', () => {
  expect(leasesOf(asking(['operator']), facts())).toEqual(['operator'])
  expect(leasesOf(asking(['session', 'account']), facts())).toEqual(['session'])
  expect(leasesOf(asking(['mfaAccount']), facts())).toEqual(['codes'])
  expect(leasesOf(asking(['account', 'mfaAccount2']), facts())).toEqual(['codes'])
  expect(leasesOf(asking(['account', 'mfaLogin']), facts())).toEqual([])
  expect(leasesOf(asking(['account', 'accessKey', 'privateTokenOf']), facts())).toEqual([])
})

test('a case that has to be alone is alone, as one that may move the clock by a command is', () => {
  for (const need of ['clock', 'mfaAccount', 'mfaAccount2'] as const) {
    expect(leasesOf(asking(['account', need]), facts({ kind: 'command' }))).toBe('alone')
    expect(leasesOf(asking(['account', need]), facts({ kind: 'faketime' }))).not.toBe('alone')
  }
  expect(leasesOf(asking(['account', 'mfaLogin']), facts({ kind: 'command' }))).toEqual([])
  expect(leasesOf(asking(['account'], { alone: true }), facts())).toBe('alone')
})

test('where rejections are counted, what is sent to be rejected waits for its like', () => {
  const limited = facts({ limited: true })
  const rejects = { of: 'plain', rank: 1 } as const
  for (const phase of ['plain', 'hours'] as const)
    expect(leasesOf(asking(['account'], { phase, rejects }), limited)).toEqual(['logins'])
  expect(leasesOf(asking(['account'], { rejects }), facts())).toEqual([])
  for (const needs of [['account'], [], ['account2', 'accessKey'], ['privateTokenOf']] as Need[][])
    expect(leasesOf(asking(needs), limited)).toEqual([])
})

test('signatures that are good once are made one at a time', () => {
  const once = { repeatsAccepted: false }
  expect(leasesOf(asking(['accessKey2']), facts(once))).toEqual(['signatures'])
  expect(leasesOf(asking(['accessKey2']), facts({ ...once, kind: 'command' }))).toBe('alone')
})

test('the first logins of an account are made one at a time, until it was let in or rejected in two ways', () => {
  expect(leasesOf(asking([]), facts({ letIn: [] }))).toEqual(['logins'])
  expect(leasesOf(asking(['account2']), facts({ letIn: ['ada'] }))).toEqual(['logins'])
  expect(leasesOf(asking(['mfaLogin']), facts({ letIn: ['ada'] }))).toEqual(['logins'])
  expect(leasesOf(asking(['account']), facts({ letIn: ['ada'] }))).toEqual([])
  expect(leasesOf(asking(['account']), facts({ letIn: [], rejected: 1 }))).toEqual(['logins'])
  expect(leasesOf(asking(['account', 'account2']), facts({ letIn: [], rejected: 2 }))).toEqual([])
})
