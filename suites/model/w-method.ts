/**
 * Complete test sets for small machines: the W-method of Chow (1978), in its leaner form with harmonised state
 * identifiers (Petrenko and Yevtushenko). If a machine with at most `extraStates` more states than the model answers
 * every sequence of the set as the model does, it answers every sequence at all as the model does.
 */

/** A complete, deterministic Mealy machine. States and inputs count from 0; it begins in state 0. */
export interface Machine {
  /** `next[state][input]` and `output[state][input]`. */
  next: readonly (readonly number[])[]
  output: readonly (readonly string[])[]
}

/** Inputs by number, one after another, from the initial state. */
export type Sequence = readonly number[]

export function answers({ next, output }: Machine, sequence: Sequence, from = 0): string[] {
  let state = from
  return sequence.map((input) => {
    const said = output[state]?.[input] ?? ''
    state = next[state]?.[input] ?? 0
    return said
  })
}

/**
 * Returns the test set; no sequence is a prefix of another.
 * @throws Error if two states can't be distinguished, or one can't be reached: the model then has a state too many
 */
export function completeTests(machine: Machine, extraStates = 0): Sequence[] {
  const reached = accessSequences(machine)
  const telling = identifiers(machine)
  const inputs = machine.next[0]?.map((_, input) => input) ?? []
  const tests: Sequence[] = []
  for (const access of reached) {
    for (const middle of wordsUpTo(inputs, extraStates + 1)) {
      const begin = [...access, ...middle]
      for (const end of telling[stateAfter(machine, begin)] ?? []) tests.push([...begin, ...end])
    }
  }
  return withoutPrefixes(tests)
}

const stateAfter = ({ next }: Machine, sequence: Sequence): number =>
  sequence.reduce((state, input) => next[state]?.[input] ?? 0, 0)

/** Returns a shortest sequence to each state. */
function accessSequences(machine: Machine): Sequence[] {
  const found: (Sequence | undefined)[] = machine.next.map((_, state) => (state === 0 ? [] : undefined))
  const queue = [0]
  for (const state of queue) {
    machine.next[state]?.forEach((to, input) => {
      if (found[to]) return
      found[to] = [...(found[state] ?? []), input]
      queue.push(to)
    })
  }
  return found.map((sequence, state) => {
    if (!sequence) throw new Error(`state ${state} can't be reached`)
    return sequence
  })
}

/**
 * Returns for each state the sequences that distinguish it from every other. For any two states, a sequence that
 * distinguishes them is among the identifiers of both.
 */
function identifiers(machine: Machine): Sequence[][] {
  const count = machine.next.length
  const found: Sequence[][] = machine.next.map(() => [])
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      const common = (found[one] ?? []).some(
        (sequence) =>
          tells(machine, sequence, one, other) && found[other]?.some((its) => isPrefix(sequence, its)),
      )
      if (common) continue
      const sequence = separating(machine, one, other)
      found[one]?.push(sequence)
      found[other]?.push(sequence)
    }
  }
  return found.map((sequences) => withoutPrefixes(sequences) as Sequence[])
}

const tells = (machine: Machine, sequence: Sequence, one: number, other: number): boolean =>
  String(answers(machine, sequence, one)) !== String(answers(machine, sequence, other))

/** Returns a shortest sequence that two states answer differently. */
function separating(machine: Machine, one: number, other: number): Sequence {
  const seen = new Set([`${one} ${other}`])
  const queue: { pair: [number, number]; sequence: Sequence }[] = [{ pair: [one, other], sequence: [] }]
  for (const { pair, sequence } of queue) {
    const [left, right] = pair
    for (const input of machine.next[0]?.keys() ?? []) {
      const longer = [...sequence, input]
      if (machine.output[left]?.[input] !== machine.output[right]?.[input]) return longer
      const to: [number, number] = [machine.next[left]?.[input] ?? 0, machine.next[right]?.[input] ?? 0]
      if (to[0] === to[1] || seen.has(to.join(' '))) continue
      seen.add(to.join(' '))
      queue.push({ pair: to, sequence: longer })
    }
  }
  throw new Error(`nothing tells state ${one} from state ${other}`)
}

/** Yields every word of at most `length` inputs, including the empty one. */
function* wordsUpTo(inputs: readonly number[], length: number): Generator<Sequence> {
  yield []
  if (length === 0) return
  for (const first of inputs) for (const rest of wordsUpTo(inputs, length - 1)) yield [first, ...rest]
}

const isPrefix = (short: Sequence, long: Sequence): boolean =>
  short.length <= long.length && short.every((input, at) => input === long[at])

/**
 * Drops every sequence that is a prefix of another. In sorted order, a prefix comes directly before what begins with it.
 */
function withoutPrefixes(sequences: readonly Sequence[]): Sequence[] {
  const sorted = [...new Map(sequences.map((sequence) => [sequence.join(), sequence])).values()].sort(compare)
  return sorted.filter((sequence, at) => {
    const following = sorted[at + 1]
    return following === undefined || !isPrefix(sequence, following)
  })
}

function compare(one: Sequence, other: Sequence): number {
  const at = one.findIndex((input, index) => input !== other[index])
  return at === -1 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1)
}
