import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createComposition } from './composition.ts'
import { readHttpDate } from '../common/clock.ts'

const none = { defects: [], variations: [] }
const list = '/api/v1/users/users/'
const real = Date.UTC(2026, 0, 1)

async function compose(first = none as { defects: string[]; variations: string[] }) {
  const composition = await createComposition({ fastHash: true, now: () => real }, first)
  const inject = (url: string, headers: Record<string, string> = {}) =>
    composition.app.inject({ url, headers })
  return {
    composition,
    async login() {
      const payload = { username: 'dee', password: 'dee-Turquoise-Kettle-77' }
      const answer = await composition.app.inject({
        method: 'POST',
        url: '/api/v1/authentication/auth/',
        payload,
      })
      return answer.json<{ token: string }>().token
    },
    opens: async (token: string) =>
      (await inject(list, { authorization: `Bearer ${token}` })).statusCode === 200,
    date: async () => readHttpDate(String((await inject(list)).headers['date'])),
  }
}

test('a switch keeps tokens and time, and brings the defect and takes it away', async () => {
  const { composition, login, opens, date } = await compose()
  const token = await login()
  composition.parts.clock.advance({ minutes: 59 })

  await composition.switchTo({ defects: ['private-token-as-bearer'], variations: [] })
  const privateToken = composition.parts.demo.privateTokens[0]?.token ?? ''
  expect([await opens(token), await opens(privateToken)]).toEqual([true, true])
  expect(await date()).toBe(real + 59 * 60_000)

  await composition.switchTo(none)
  expect([await opens(token), await opens(privateToken)]).toEqual([true, false])
  composition.parts.clock.advance({ minutes: 1 })
  expect(await opens(token)).toBe(false)
})

test('a name that there is not changes nothing', async () => {
  const { composition, date } = await compose({ defects: [], variations: ['clock-ahead-seven-minutes'] })
  const { parts } = composition
  await expect(composition.switchTo({ defects: ['no-such'], variations: [] })).rejects.toThrow('no-such')
  expect(composition.parts).toBe(parts)
  expect(await date()).toBe(real + 7 * 60_000)
})

test('what a variation moved the clock by goes with it, and is not added again', async () => {
  const changes = { defects: [], variations: ['clock-ahead-seven-minutes'] }
  const { composition, date } = await compose(changes)
  composition.parts.clock.advance({ hours: 1 })
  await composition.switchTo(changes)
  expect(await date()).toBe(real + 67 * 60_000)
  await composition.switchTo(none)
  expect(await date()).toBe(real + 60 * 60_000)
})

test('of two switches at once the second one stands, and both were made', async () => {
  const { composition } = await compose()
  const second = { defects: ['private-token-as-bearer'], variations: [] }
  await Promise.all([composition.switchTo(none), composition.switchTo(second)])
  expect(composition.changes).toEqual(second)
})

test('a reset forgets tokens and operators, and moves the clock only where it is told to', async () => {
  const { composition, login, opens, date } = await compose()
  const token = await login()
  composition.parts.operator.createPrivateToken('eve')
  composition.parts.clock.advance({ hours: 5 })

  await composition.reset({ clock: false })
  expect(await opens(token)).toBe(false)
  expect(composition.parts.operator.createPrivateToken('eve')).toMatch(/^[0-9a-f]{40}$/)
  expect(await date()).toBe(real + 5 * 3_600_000)

  await composition.reset({ clock: true })
  expect(await date()).toBe(real)
})

test('codes and signatures that were used stay used', async () => {
  const { composition } = await compose()
  const account = composition.parts.accounts.find('bob')
  if (!account?.otp) throw new Error('bob has a second factor')
  const { oneTimeCodes } = composition.parts
  const code = oneTimeCodes.codeAt(account.otp, oneTimeCodes.currentStep(account.otp))
  expect(oneTimeCodes.accepts(account, code)).toBe(true)
  await composition.switchTo(none)
  expect(composition.parts.oneTimeCodes.accepts(account, code)).toBe(false)
  await composition.reset({ clock: false })
  expect(composition.parts.oneTimeCodes.accepts(account, code)).toBe(true)
})

test('changes that want the same route are rejected, and the clock that one of them moved is where it was', async () => {
  const { composition, date, opens, login } = await compose()
  const token = await login()
  const variations = ['clock-ahead-a-year', 'no-date-header', 'path-prefix', 'deep-path-prefix']
  const twice = composition.parts
  const everything = (await import('./changes.ts')).listChanges()
  const names = everything.variations.map(({ name }) => name)
  await expect(composition.switchTo({ defects: [], variations: [...variations, ...names] })).rejects.toThrow(
    'already declared',
  )
  expect(composition.parts).toBe(twice)
  expect(await date()).toBe(real)
  expect(await opens(token)).toBe(true)
})

test('a reset leaves what is kept in a folder', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'composition-'))
  context.onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const composition = await createComposition({ fastHash: true, dataDir }, none)
  const token = composition.parts.operator.createPrivateToken('eve')
  await composition.reset({ clock: true })
  expect(composition.parts.operator.showPrivateToken('eve')).toBe(token)
})
