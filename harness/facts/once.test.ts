import { expect, test } from 'vitest'
import { once } from './once.ts'

test('the work is done once for each object, whatever comes of it', () => {
  const asked: object[] = []
  const look = once((of: { gives?: string }) => {
    asked.push(of)
    return of.gives
  })
  const [one, other] = [{ gives: 'a' }, {}]
  expect([look(one), look(other), look(one), look(other)]).toEqual(['a', undefined, 'a', undefined])
  expect(asked).toEqual([one, other])
})
