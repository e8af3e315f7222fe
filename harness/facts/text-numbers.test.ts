import { expect, test } from 'vitest'
import { TextNumbers } from './text-numbers.ts'

const of = (...entries: [text: string, number: number][]) => {
  const numbers = new TextNumbers()
  for (const [text, number] of entries) numbers.add(text, number)
  return numbers
}

test('each text has its number, also where there are many', () => {
  const all = Array.from({ length: 20_000 }, (_, at): [string, number] => [`user-${at}`, at >> 1])
  const numbers = of(...all)

  expect(all.filter(([text, number]) => numbers.get(text) !== number)).toEqual([])
  expect(all.filter(([text]) => numbers.get(`${text}.`) !== undefined)).toEqual([])
})

test('a text with several numbers has none; the same number twice is one', () => {
  const numbers = of(['role', 0], ['ada', 0], ['ada', 0], ['role', 1], ['role', 0])

  expect(['role', 'ada', 'dee'].map((text) => numbers.get(text))).toEqual([undefined, 0, undefined])
})

test('two are the same whatever their order', () => {
  const one = of(['ada', 0], ['dee', 1], ['role', 0], ['role', 1])

  expect(one.isSame(of(['role', 1], ['dee', 1], ['role', 0], ['ada', 0]))).toBe(true)
  expect(one.isSame(of(['role', 1], ['dee', 1], ['ada', 0]))).toBe(false)
  expect(one.isSame(of(['role', 1], ['dee', 0], ['role', 0], ['ada', 0]))).toBe(false)
  expect(one.isSame(of(['role', 1], ['eve', 1], ['role', 0], ['ada', 0]))).toBe(false)
})
