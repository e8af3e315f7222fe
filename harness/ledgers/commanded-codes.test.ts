import { expect, test } from 'vitest'
import { NotDeclared, SetupFailed } from '../outcomes.ts'
import { createCommandedCodes } from './commanded-codes.ts'
import { wrongCode } from './code-of-step.ts'
import { createOneTimeCodes } from './one-time-codes.ts'

const usual = { digits: 6, period: 30, algorithm: 'SHA1' } as const
const bob = { username: 'bob', otpCommand: 'print-code', ...usual }
const cyd = { ...bob, username: 'cyd' }
const until = async () => {}

function printing(...printed: string[]) {
  const waits: number[] = []
  const clock = { aheadSeconds: 0 }
  const commanded = createCommandedCodes({
    clock,
    wait: async (ms) => void waits.push(ms),
    print: async () => (printed.length > 1 ? (printed.shift() ?? '') : (printed[0] ?? '')),
  })
  const codes = createOneTimeCodes({ now: () => 1_000_000, movable: false }, until, commanded.next)
  return { clock, codes, commanded, waits }
}

test('each code is given out once for an account: the command is run again until it prints another', async () => {
  const { codes, commanded, waits } = printing('111111', '111111', '111111', '222222')

  expect(await codes.next(bob, until)).toBe('111111')
  expect(await codes.next(cyd, until)).toBe('111111')
  expect(waits).toEqual([])
  expect(await codes.next(bob, until)).toBe('222222')
  expect(waits).toEqual([5000])
  expect(commanded.wasGiven(bob, '222222')).toBe(true)
  expect(commanded.wasGiven(cyd, '222222')).toBe(false)
})

test('a command that prints the same code for ever makes the case inconclusive', async () => {
  const { codes } = printing('111111')
  await codes.next(bob, until)
  await expect(codes.next(bob, until)).rejects.toThrow(SetupFailed)
  await expect(codes.next(bob, until)).rejects.toThrow(/used before, for 90 s; it has to print a new one/)
})

test('a run waits for new codes of an account for four minutes at most', async () => {
  const { codes, waits } = printing('111111')
  await codes.next(bob, until)
  for (let time = 1; time <= 2; time++) await expect(codes.next(bob, until)).rejects.toThrow(SetupFailed)
  await expect(codes.next(bob, until)).rejects.toThrow(NotDeclared)
  await expect(codes.next(bob, until)).rejects.toThrow(/^needs otpSecret: .* waits for 240 s at most/)
  expect(waits).toHaveLength(48)
})

test('once the clock was moved, and for a chosen code or a wrong one, there is none', async () => {
  const { clock, codes } = printing('111111', '222222')
  const chosen = [
    () => codes.next(bob, until, 1),
    () => codes.nextAtEnd(bob, cyd, until, 0),
    async () => wrongCode(bob, 1_000_000),
  ]
  for (const ask of chosen) {
    await expect(ask()).rejects.toThrow(NotDeclared)
    await expect(ask()).rejects.toThrow(/^needs otpSecret: otpCommand prints no code of a chosen time/)
  }
  clock.aheadSeconds = 30
  await expect(codes.next(bob, until)).rejects.toThrow(/^needs otpSecret: the clock was moved/)
})
