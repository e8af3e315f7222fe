import { expect, test } from 'vitest'
import { planShard } from './plan-shards.ts'

const costs = new Map([
  ['token.a', 90],
  ['token.b', 50],
  ['login.a', 40],
  ['login.b', 30],
  ['users.a', 10],
])
const ids = [...costs.keys(), 'users.new']
const plansOf = (count: number, known = costs) =>
  Array.from({ length: count }, (_, index) => planShard(ids, known, { index: index + 1, count }))

test('each requirement is in one shard, and every other one is elsewhere', () => {
  for (const count of [1, 2, 3, 7]) {
    const plans = plansOf(count)
    expect(plans.flatMap(({ own }) => own).toSorted()).toEqual(ids.toSorted())
    for (const { own, elsewhere } of plans) expect([...own, ...elsewhere].toSorted()).toEqual(ids.toSorted())
  }
})

test('shards cost about the same; what is not known counts as usual', () => {
  const load = (own: string[]) => own.reduce((sum, id) => sum + (costs.get(id) ?? 44), 0)
  const loads = plansOf(2).map(({ own }) => load(own))
  expect(Math.abs((loads[0] ?? 0) - (loads[1] ?? 0))).toBeLessThanOrEqual(10)
})

test('only shards that were divided alike have the same plan', () => {
  const [first, second] = plansOf(2)
  expect(first?.shard.plan).toBe(second?.shard.plan)
  expect(plansOf(2, new Map())[0]?.shard.plan).not.toBe(first?.shard.plan)
  expect(plansOf(3)[0]?.shard.plan).not.toBe(first?.shard.plan)
})
