import { expect, test } from 'vitest'
import { createRandom } from '../../harness/run/random.ts'
import { ways } from '../../harness/facts/families.ts'
import { inputs, loginMachine } from './login-machine.ts'
import { answers, completeTests, type Machine, type Sequence } from './w-method.ts'

const choices = {
  ways: { login: ways, challenge: ways },
  sameToken: false,
  wrongCodeSpendsSeed: false,
  newChallengeVoidsOlder: false,
  challengeVoidsOthers: false,
  seedLivesMinute: true,
}
const model = loginMachine(choices)
const complete = completeTests(model)
const plusOne = completeTests(model, 1)
const size = model.next.length
const outputs = [...new Set(model.output.flat())]

const isCaught = (faulty: Machine, tests: readonly Sequence[]): boolean =>
  tests.some((sequence) => String(answers(model, sequence)) !== String(answers(faulty, sequence)))

/** True if the two machines answer some sequence differently; walks through both at once. */
function differs(faulty: Machine): boolean {
  const queue: [number, number][] = [[0, 0]]
  const seen = new Set(['0 0'])
  for (const [valid, wrong] of queue) {
    for (const input of inputs.keys()) {
      if (model.output[valid]?.[input] !== faulty.output[wrong]?.[input]) return true
      const to: [number, number] = [model.next[valid]?.[input] ?? 0, faulty.next[wrong]?.[input] ?? 0]
      if (seen.has(to.join(' '))) continue
      seen.add(to.join(' '))
      queue.push(to)
    }
  }
  return false
}

const copy = ({ next, output }: Machine) => ({
  next: next.map((row) => [...row]),
  output: output.map((row) => [...row]),
})

test('the machine has ten states and twelve inputs', () => {
  expect([model.next.length, inputs.length]).toEqual([10, 12])
})

test('the sets are of a size that a server can be asked', () => {
  const requests = (tests: readonly Sequence[]) => tests.reduce((sum, { length }) => sum + length, 0)
  expect(complete.length).toBeLessThan(800)
  expect(requests(complete)).toBeLessThan(4000)
  expect(plusOne.length).toBeLessThan(9000)
  expect(requests(plusOne)).toBeLessThan(55_000)
})

test('of 5,000 random single faults all are caught', () => {
  const random = createRandom(1)
  let missed = 0
  let faults = 0
  while (faults < 5000) {
    const faulty = copy(model)
    const [state, input] = [random.below(size), random.below(inputs.length)]
    if (random.below(2) === 0) faulty.next[state]![input] = random.below(size)
    else faulty.output[state]![input] = outputs[random.below(outputs.length)] ?? ''
    if (!differs(faulty)) continue
    faults++
    if (!isCaught(faulty, complete)) missed++
  }
  expect(missed).toBe(0)
})

test('of 500 machines with one state too many all are caught by the larger set', () => {
  const random = createRandom(2)
  let missed = 0
  let faults = 0
  while (faults < 500) {
    const faulty = copy(model)
    // Adds a copy of a state, entered once instead of the original, with a fault of its own.
    const original = random.below(size)
    faulty.next.push([...faulty.next[original]!])
    faulty.output.push([...faulty.output[original]!])
    const entries = faulty.next.flatMap((row, state) =>
      row.flatMap((to, input) => (to === original ? [[state, input] as const] : [])),
    )
    const [state, input] = entries[random.below(entries.length)]!
    faulty.next[state]![input] = size
    if (random.below(2) === 0) faulty.next[size]![random.below(inputs.length)] = random.below(size + 1)
    else faulty.output[size]![random.below(inputs.length)] = outputs[random.below(outputs.length)] ?? ''
    if (!differs(faulty)) continue
    faults++
    if (!isCaught(faulty, plusOne)) missed++
  }
  expect(missed).toBe(0)
})

test('no sequence is the beginning of another', () => {
  const all = new Set(complete.map(String))
  const begins = complete.filter((sequence) =>
    sequence.some((_, at) => at > 0 && all.has(String(sequence.slice(0, at)))),
  )
  expect(begins).toEqual([])
})

test('a model with two states alike is rejected, and one with a state out of reach', () => {
  const alike: Machine = { next: [[1], [0]], output: [['a'], ['a']] }
  expect(() => completeTests(alike)).toThrow('nothing tells state 0 from state 1')
  const apart: Machine = { next: [[0], [0]], output: [['a'], ['b']] }
  expect(() => completeTests(apart)).toThrow("state 1 can't be reached")
})

test.each([
  ['a wrong code spends the seed', { ...choices, wrongCodeSpendsSeed: true }],
  ['a newer challenge voids the older', { ...choices, newChallengeVoidsOlder: true }],
])('where %s there is a complete set too', (_, measured) => {
  expect(completeTests(loginMachine(measured)).length).toBeGreaterThan(100)
})
