import { describe, expect, test } from 'vitest'
import { NotDeclared, SetupFailed } from '../outcomes.ts'
import { codeOfStep, wrongCode, type CodeSource } from './code-of-step.ts'
import { createOneTimeCodes } from './one-time-codes.ts'

const base32 = (text: string): string => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => letters[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}
const digits = '1234567890'.repeat(7)
const source = (algorithm: CodeSource['algorithm'], bytes: number): CodeSource => ({
  otpSecret: base32(digits.slice(0, bytes)),
  digits: 8,
  period: 30,
  algorithm,
})

// RFC 6238, appendix B, with its erratum 2866: the seeds of SHA256 and SHA512 are 32 and 64 bytes long.
describe('codes are those of RFC 6238', () => {
  test.for<[seconds: number, sha1: string, sha256: string, sha512: string]>([
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ])('at %d s', ([seconds, sha1, sha256, sha512]) => {
    const step = Math.floor(seconds / 30)
    expect(codeOfStep(source('SHA1', 20), step)).toBe(sha1)
    expect(codeOfStep(source('SHA256', 32), step)).toBe(sha256)
    expect(codeOfStep(source('SHA512', 64), step)).toBe(sha512)
  })
})

const account: CodeSource = { otpSecret: 'JBSWY3DPEHPK3PXP', digits: 6, period: 30, algorithm: 'SHA1' }

test('bits after the last byte of a secret, spaces, hyphens, padding and letter case change no code', () => {
  const codeOf = (otpSecret: string) => codeOfStep({ ...account, otpSecret }, 1_000)
  for (const secret of ['JBSWY3DPEB', 'jbsw y3dp-eb======']) expect(codeOf(secret)).toBe(codeOf('JBSWY3DPEA'))
})

test('a wrong code is not the code of any of 20 steps either side, whatever code it is made from', () => {
  for (let step = 1_000; step < 1_200; step++) {
    const wrong = wrongCode(account, step * 30_000 + 7_000)
    const near = Array.from({ length: 41 }, (_, index) => codeOfStep(account, step - 20 + index))
    expect(wrong).toMatch(/^\d{6}$/)
    expect(near.map(Number)).not.toContain(Number(wrong))
  }
})

test('a wrong code made from a valid one differs in the last digit first', () => {
  for (let step = 1_000; step < 1_004; step++) {
    const valid = codeOfStep(account, step)
    const near = Array.from({ length: 41 }, (_, index) => codeOfStep(account, step - 20 + index))
    for (const start of near) {
      const wrong = wrongCode(account, step * 30_000 + 29_999, start)
      expect(wrong).not.toBe(start)
      expect(near).not.toContain(wrong)
      expect(wrong.slice(0, -1)).toBe(start.slice(0, -1))
    }
    expect(wrongCode(account, (step + 21) * 30_000, valid)).toBe(valid)
    expect(wrongCode(account, (step - 20) * 30_000 - 1, valid)).toBe(valid)
  }
})

test('a wrong code keeps its leading zeros, and has no digit more', () => {
  expect(wrongCode(account, 30_000_000, '000007')).toBe('000007')
  expect(wrongCode({ ...account, digits: 8 }, 30_000_000)).toBe('00123456')
  expect(wrongCode(account, 30_000_000, '12345678')).toBe('345678')
})

describe('the codes of a run', () => {
  function createTime(startSeconds: number, movable = true) {
    let nowMs = startSeconds * 1000
    const waits: number[] = []
    return {
      clock: { now: () => nowMs, movable },
      waits,
      pass: (seconds: number) => void (nowMs += seconds * 1000),
      until: async (ms: number) => {
        waits.push((ms - nowMs) / 1000)
        nowMs = Math.max(nowMs, ms)
      },
    }
  }

  test('none is of the step in which the run began, nor of one used before', async () => {
    const time = createTime(3_010)
    const codes = createOneTimeCodes(time.clock)
    const given = [await codes.next(account, time.until), await codes.next(account, time.until)]
    expect(given).toEqual([codeOfStep(account, 101), codeOfStep(account, 102)])
    expect(time.waits).toEqual([22, 30])
  })

  test('a fresh step is used at once, but not in its first 2 s, or 5 s by the Date header, or its last 5 s', async () => {
    for (const [movable, into, waits] of [
      [true, 1, [1]],
      [true, 2, []],
      [true, 25, []],
      [true, 26, [6]],
      [false, 4, [1]],
      [false, 5, []],
      [false, 26, [9]],
    ] as const) {
      const time = createTime(3_000)
      const codes = createOneTimeCodes({ ...time.clock, movable })
      time.pass(30 + into)
      await codes.next(account, time.until)
      expect(time.waits).toEqual(waits)
    }
  })

  test('a code at the end of its step is followed by the next within seconds', async () => {
    const other = { ...account, otpSecret: 'MZXW6YTBOJSXIZLT' }
    for (const [kind, neededMs, lead] of [
      ['control', 0, 1.5],
      ['control', 2000, 3.5],
      ['command', 0, 5],
    ] as const) {
      const { clock, until } = createTime(3_010)
      const codes = createOneTimeCodes({ ...clock, kind })
      for (let time = 0; time < 20; time++) {
        const first = await codes.nextAtEnd(account, other, until, neededMs)
        const at = clock.now() / 1000
        expect(first).toBe(codeOfStep(account, Math.floor(at / 30)))
        expect(30 - (at % 30)).toBe(lead)
        const next = [await codes.next(account, until), await codes.next(other, until)]
        expect(next).toEqual([account, other].map((one) => codeOfStep(one, Math.floor(at / 30) + 1)))
        expect(clock.now() / 1000 - at).toBe(lead + 2)
        expect([first, ...next].filter((code) => code.startsWith('0'))).toEqual([])
      }
    }
  })

  test('secrets have steps of their own', async () => {
    const time = createTime(3_000)
    const codes = createOneTimeCodes(time.clock)
    time.pass(40)
    await codes.next(account, time.until)
    await codes.next({ ...account, otpSecret: 'MZXW6YTBOJSXIZLT' }, time.until)
    expect(time.waits).toEqual([])
  })

  test('asked for at once, two codes are of two steps', async () => {
    const time = createTime(3_010)
    const codes = createOneTimeCodes(time.clock)
    const waitingFor: number[] = []
    const until = async (ms: number) => void waitingFor.push(ms)
    await Promise.all([codes.next(account, until), codes.next(account, until)])
    expect(new Set(waitingFor).size).toBe(2)
  })

  test('a step that a second code waits for is given to no third', async () => {
    const time = createTime(3_010)
    const codes = createOneTimeCodes(time.clock)
    const first = codes.next(account, time.until)
    void codes.next(account, () => new Promise(() => {}))
    expect(await first).toBe(codeOfStep(account, 101))
    expect(await codes.next(account, time.until)).toBe(codeOfStep(account, 103))
  })

  test('in real time eight steps a secret are waited for, and no more', async () => {
    const time = createTime(3_010, false)
    const codes = createOneTimeCodes(time.clock)
    for (let left = 8; left > 0; left--) {
      expect(codes.stepsLeft(account)).toBe(left)
      await codes.next(account, time.until)
    }
    await expect(codes.next(account, time.until)).rejects.toThrow(
      new NotDeclared('clock', 'needs a movable clock: a run waits for at most 8 time steps'),
    )
  })

  test('where time can be moved, any number of steps', async () => {
    const time = createTime(3_010)
    const codes = createOneTimeCodes(time.clock)
    for (let count = 0; count < 20; count++) await codes.next(account, time.until)
    expect(time.waits).toHaveLength(20)
  })

  test('nobody waits in real time where no code is asked for; one that is there is given', async () => {
    const time = createTime(3_000, false)
    const codes = createOneTimeCodes(time.clock)
    codes.asked(account, false)
    await expect(codes.next(account, time.until)).rejects.toThrow(
      new SetupFailed('a valid first step was answered without a challenge, so no code was sent'),
    )
    time.pass(40)
    expect(await codes.next(account, time.until)).toBe(codeOfStep(account, 101))
    codes.asked(account, true)
    await codes.next(account, time.until)
    expect(time.waits).toEqual([25])
  })

  test('begin when the time of the subject is known, even if it was taken to be later before', async () => {
    const { clock, waits, pass, until } = createTime(3_010)
    const codes = createOneTimeCodes(clock)
    pass(-660)
    codes.begin()
    expect(await codes.next(account, until)).toBe(codeOfStep(account, 79))
    expect(waits).toEqual([22])
  })

  test.each([1, 2] as const)(
    'begin with %s zeros where that is asked for, and else with none',
    async (zeros) => {
      const { clock, until } = createTime(3_010)
      const codes = createOneTimeCodes(clock)
      expect((await codes.next(account, until, zeros)).slice(0, zeros)).toBe('00'.slice(0, zeros))
      for (let time = 0; time < 40; time++) expect(await codes.next(account, until)).not.toMatch(/^0/)
    },
  )

  test('begin with a zero by chance where the clock does not move', async () => {
    const { clock, until } = createTime(3_000 - 600 + 10, false)
    const codes = createOneTimeCodes(clock)
    expect(await codes.next(account, until)).toBe(codeOfStep(account, 81))
    expect(codeOfStep(account, 81)).toMatch(/^0/)
  })
})
