import { expect, test } from 'vitest'
import { createOnDemand } from './on-demand.ts'
import type { Case, Phase } from '../case/registry.ts'
import type { Leases } from './side-by-side.ts'

function create(leases: Record<string, Leases> = {}, lanes = 3, isCrowded = false) {
  const running = new Set<string>()
  const met: string[] = []
  const company: Record<string, boolean> = {}
  const { ask } = createOnDemand({
    lanes,
    leases: ({ id }) => leases[id] ?? [],
    isCrowded: () => isCrowded,
    isKnown: () => true,
    shareHours: () => 'in lanes',
  })
  const run = (id: string, phase: Phase = 'plain', alone = false) =>
    ask({ subject: { id, phase } as Case, alone }, async (_asked, hadCompany) => {
      running.add(id)
      met.push([...running].toSorted().join('+'))
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      running.delete(id)
      company[id] = hadCompany()
      return id
    })
  return { run, met, company }
}

test('cases run side by side, as many as there are lanes, and say whether they had company', async () => {
  const { run, met, company } = create()
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((id) => run(id)))).toEqual(['a', 'b', 'c', 'd'])
  expect(met.slice(0, 3)).toEqual(['a', 'a+b', 'a+b+c'])
  expect(Math.max(...met.map((names) => names.split('+').length))).toBe(3)
  expect(company).toEqual({ a: true, b: true, c: true, d: expect.any(Boolean) as boolean })
})

test('what holds the same lease, is of two phases, or wants to be alone waits', async () => {
  const { run, met } = create({ a: ['codes'], b: ['codes'], race: 'alone' })
  await Promise.all([run('a'), run('b'), run('race'), run('later', 'hours'), run('again', 'plain', true)])
  expect(met.every((names) => !names.includes('+'))).toBe(true)
  expect(met.toSorted()).toEqual(['a', 'again', 'b', 'later', 'race'])
})

test('none begins beside another while it is crowded', async () => {
  const { run, met } = create({}, 3, true)
  await Promise.all(['a', 'b'].map((id) => run(id)))
  expect(met).toEqual(['a', 'b'])
})

test('hours are waited for side by side, however many there are', async () => {
  const { run, met } = create({}, 2)
  await Promise.all(['a', 'b', 'c'].map((id) => run(id, 'hours')))
  expect(met).toContain('a+b+c')
})

test('one lane runs one case after another; a case that throws holds nothing up', async () => {
  const { run, met } = create({}, 1)
  await Promise.all(['a', 'b'].map((id) => run(id)))
  expect(met).toEqual(['a', 'b'])
  const { ask } = createOnDemand({
    lanes: 1,
    leases: () => [],
    isKnown: () => true,
    shareHours: () => 'none',
  })
  const subject = { id: 'x', phase: 'plain' } as Case
  const failed = ask({ subject, alone: false }, () => Promise.reject(new Error('thrown')))
  const next = ask({ subject, alone: false }, () => Promise.resolve('next'))
  await expect(failed).rejects.toThrow('thrown')
  expect(await next).toBe('next')
})
