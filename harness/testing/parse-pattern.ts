/** A regular expression as a tree; `one` is the source of anything that matches a single character. */
export type Pattern =
  | { kind: 'one'; raw: string }
  | { kind: 'edge'; raw: string }
  | { kind: 'sequence'; items: Pattern[] }
  | { kind: 'either'; options: Pattern[] }
  | { kind: 'group'; name: string; body: Pattern }
  | { kind: 'same'; name: string }
  | { kind: 'look'; isAhead: boolean; isNegative: boolean; body: Pattern }
  | { kind: 'repeat'; body: Pattern; min: number; max: number; isLazy: boolean }

/** Parses a regular expression that JavaScript has already accepted. */
export function parsePattern(source: string): Pattern {
  let at = 0
  let groups = 0

  /** Consumes what the sticky pattern matches here. */
  function take(wanted: RegExp): RegExpExecArray | undefined {
    wanted.lastIndex = at
    const found = wanted.exec(source)
    if (found) at += found[0].length
    return found ?? undefined
  }

  function either(): Pattern {
    const options = [sequence()]
    while (take(/\|/y)) options.push(sequence())
    return options.length === 1 && options[0] ? options[0] : { kind: 'either', options }
  }

  function sequence(): Pattern {
    const items: Pattern[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(repeated(atom()))
    return { kind: 'sequence', items }
  }

  function repeated(body: Pattern): Pattern {
    const found = take(/([*+?])(\??)|\{(\d+)(,?)(\d*)\}(\??)/y)
    if (!found) return body
    const [, sign, lazy = '', from = '', comma, to = '', lazyToo = ''] = found
    const isLazy = lazy + lazyToo !== ''
    if (sign !== undefined)
      return { kind: 'repeat', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity, isLazy }
    const max = comma === '' ? Number(from) : to === '' ? Infinity : Number(to)
    return { kind: 'repeat', body, min: Number(from), max, isLazy }
  }

  function atom(): Pattern {
    const edge = take(/[\^$]|\\[bB]/y)
    if (edge) return { kind: 'edge', raw: edge[0] }
    const same = take(/\\([1-9]\d*)|\\k<(\w+)>/y)
    if (same) return { kind: 'same', name: same[1] ?? same[2] ?? '' }
    const look = take(/\(\?(<?)([=!])/y)
    if (look) return { kind: 'look', isAhead: look[1] === '', isNegative: look[2] === '!', body: closed() }
    if (take(/\(\?:/y)) return closed()
    const group = take(/\((?:\?<(\w+)>)?/y)
    if (group) {
      groups += 1
      return { kind: 'group', name: group[1] ?? String(groups), body: closed() }
    }
    const one = take(
      /\[(?:\\[^]|[^\]\\])*\]|\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\?[^]/iuy,
    )
    if (!one) throw new Error(`not a pattern at ${at}: ${source}`)
    return { kind: 'one', raw: one[0] }
  }

  function closed(): Pattern {
    const body = either()
    if (!take(/\)/y)) throw new Error(`an open group: ${source}`)
    return body
  }

  return either()
}

/** Yields the node and all its descendants. */
export function* nodesOf(pattern: Pattern): Generator<Pattern> {
  yield pattern
  const inner =
    'items' in pattern
      ? pattern.items
      : 'options' in pattern
        ? pattern.options
        : 'body' in pattern
          ? [pattern.body]
          : []
  for (const one of inner) yield* nodesOf(one)
}
