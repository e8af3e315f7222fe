import { expect, test } from 'vitest'
import { createSelfTestProgress } from './progress.ts'

const right = { kind: 'defect', name: 'one', durationMs: 1, mismatches: [] }
const wrong = {
  ...right,
  name: 'two',
  mismatches: [{ requirement: 'login.json', expected: 'fail (must)', got: 'pass', message: '' }],
}

function shown(isTTY: boolean, findings: readonly (typeof right | typeof wrong)[], total: number): string[] {
  const written: string[] = []
  let time = 0
  const stream = { isTTY, write: (text: string) => written.push(text) }
  const progress = createSelfTestProgress({ stream, total, now: () => (time += 1000) })
  for (const found of findings) progress.ended({ findings: [found], split: [] })
  progress.end()
  return written
}

test('on a terminal one line is rewritten, with the time that is left', () => {
  expect(shown(true, [right], 3)).toEqual(['\r\u001B[2K1/3, about 2 s left: one', '\r\u001B[2K'])
})

test('elsewhere there is a line for every 25 runs', () => {
  expect(
    shown(
      false,
      Array.from({ length: 30 }, () => right),
      50,
    ).join(''),
  ).toBe('self-test: 25/50, about 25 s left\n')
})

test('a run that was not judged as expected is shown at once', () => {
  expect(shown(false, [right, wrong], 2).join('')).toContain('login.json: expected fail (must), got pass')
})

test('changes that were judged in halves after all are named', () => {
  const written: string[] = []
  const stream = { isTTY: false, write: (text: string) => written.push(text) }
  const progress = createSelfTestProgress({ stream, total: 1, now: () => 0 })
  progress.ended({ findings: [right, right], split: [{ ...wrong, name: 'one+two' }] })
  expect(written).toEqual(['self-test: judged in halves after all: one+two\n'])
})
