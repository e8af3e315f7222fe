import type { Pattern } from './parse-pattern.ts'

/** Continues from a position, and returns whether the rest matches. */
type Next = (at: number) => boolean
type Matcher = (at: number, next: Next) => boolean

/** Larger counts are reduced to this one, so that a short text shows whether the limit bounds the work. */
const largestCount = 6

/** Thrown if a text takes more steps than one of its length ever should. */
export class TooManySteps extends Error {}

/**
 * Returns how many characters a backtracking engine examines to find every match in a text. Counts instead of timing, so
 * that the result is the same on every machine.
 */
export function createStepCounter(pattern: Pattern, flags: string): (text: string, limit: number) => number {
  let text = ''
  let steps = 0
  let limit = 0
  let captured: Record<string, string> = {}
  const matcher = compile(pattern, true)

  function step(): void {
    steps += 1
    if (steps > limit) throw new TooManySteps()
  }

  function compile(node: Pattern, isForward: boolean): Matcher {
    switch (node.kind) {
      case 'one': {
        const accepts = acceptsOne(node.raw, flags)
        return (at, next) => {
          step()
          const character = text[isForward ? at : at - 1]
          return character !== undefined && accepts(character) && next(isForward ? at + 1 : at - 1)
        }
      }
      case 'edge':
        return (at, next) => isEdge(node.raw, at) && next(at)
      case 'sequence': {
        const all = node.items.map((one) => compile(one, isForward))
        const order = isForward ? all.reverse() : all
        return (at, next) => order.reduce<Next>((rest, one) => (from) => one(from, rest), next)(at)
      }
      case 'either': {
        const all = node.options.map((one) => compile(one, isForward))
        return (at, next) => all.some((one) => one(at, next))
      }
      case 'group': {
        const body = compile(node.body, isForward)
        return (at, next) =>
          body(at, (to) => {
            const before = captured
            captured = { ...captured, [node.name]: text.slice(Math.min(at, to), Math.max(at, to)) }
            if (next(to)) return true
            captured = before
            return false
          })
      }
      case 'same':
        return (at, next) => {
          const value = captured[node.name] ?? ''
          steps += value.length
          return text.startsWith(value, at) && next(at + value.length)
        }
      case 'look': {
        const body = compile(node.body, node.isAhead)
        return (at, next) => body(at, () => true) !== node.isNegative && next(at)
      }
      case 'repeat': {
        const body = compile(node.body, isForward)
        const min = Math.min(node.min, largestCount)
        const max = node.max === Infinity ? Infinity : Math.min(node.max, largestCount)
        return (start, next) => {
          const loop = (at: number, count: number): boolean => {
            step()
            const more = () =>
              count < max && body(at, (to) => (to !== at || count < min) && loop(to, count + 1))
            const enough = () => count >= min && next(at)
            return node.isLazy ? enough() || more() : more() || enough()
          }
          return loop(start, 0)
        }
      }
    }
  }

  function isEdge(raw: string, at: number): boolean {
    const before = text[at - 1]
    const after = text[at]
    if (raw === '^') return before === undefined || (flags.includes('m') && before === '\n')
    if (raw === '$') return after === undefined || (flags.includes('m') && after === '\n')
    return (isWord(before) !== isWord(after)) === (raw === '\\b')
  }

  return (given, mostSteps) => {
    text = given
    steps = 0
    limit = mostSteps
    for (let at = 0; at <= text.length;) {
      let end = at
      captured = {}
      const isFound = matcher(at, (to) => {
        end = to
        return true
      })
      if (!isFound && flags.includes('y')) break
      at = isFound && end > at ? end : at + 1
    }
    return steps
  }
}

const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)

/** Returns whether a part of a pattern, written this way, accepts a character. */
export function acceptsOne(raw: string, flags: string): (character: string) => boolean {
  const pattern = new RegExp(`^${raw}$`, flags.replaceAll(/[gmy]/g, ''))
  const known = new Map<string, boolean>()
  return (character) => {
    const before = known.get(character)
    if (before !== undefined) return before
    const accepts = pattern.test(character)
    known.set(character, accepts)
    return accepts
  }
}
