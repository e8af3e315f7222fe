import { expect, test } from 'vitest'
import { divideCases } from './divide-cases.ts'
import type { Case, Phase } from '../case/registry.ts'

const one = (requirement: string, title: string, phase: Phase = 'plain', rest: Partial<Case> = {}) =>
  ({ id: `${requirement}/${title}`, requirement, title, phase, needs: [], ...rest }) as unknown as Case

const idsOf = (parts: Case[][]) => parts.map((part) => part.map(({ id }) => id))

test('each case is on one server, with the others of its requirement', () => {
  const cases = [one('a', '1'), one('b', '1'), one('a', '2', 'hours'), one('c', '1'), one('b', '2')]
  const parts = idsOf(divideCases(cases, { a: 10, b: 9, c: 8 }, 2))
  expect(parts.flat().toSorted()).toEqual(cases.map(({ id }) => id).toSorted())
  for (const part of parts)
    expect(part.filter((id) => id.startsWith('a')).length % 2, 'both of a requirement, or none').toBe(0)
})

test('cases about sequences share their walks, and so a server', () => {
  const cases = ['a', 'b', 'c', 'd'].flatMap((id) => [one(id, 'plain'), one(id, 'walked', 'sequences')])
  const walked = idsOf(divideCases(cases, { a: 900, b: 900, c: 900, d: 900 }, 4)).map(
    (part) => part.filter((id) => id.endsWith('walked')).length,
  )
  expect(walked.toSorted()).toEqual([0, 0, 0, 4])
})

test('what looks back is judged on each server', () => {
  const parts = idsOf(divideCases([one('a', '1', 'last', { needs: ['seen'] }), one('b', '1')], {}, 2))
  expect(parts.map((part) => part.includes('a/1'))).toEqual([true, true])
})

test.for<[what: string, phase: Phase, rest: Partial<Case>, standsAlone: boolean]>([
  ['need codes', 'codes', { needs: ['mfaAccount'] }, true],
  ['need codes and hours', 'hours', { needs: ['mfaAccount', 'clock'] }, true],
  ['cause rejections', 'plain', { rejects: { of: 'plain', rank: 1 } }, true],
  ['need hours alone, and wait together,', 'hours', { needs: ['clock'] }, false],
  ['need nothing', 'plain', {}, false],
])('an exchange of cases that %s counts for as long as it takes', ([, phase, rest, standsAlone]) => {
  const cases = [one('own', '1', phase, rest), one('users', '1'), one('login', '1')]
  const parts = idsOf(divideCases(cases, { own: 40, users: 100, login: 90 }, 2))
  expect(parts.some((part) => part.join() === 'own/1')).toBe(standsAlone)
})
