import { acceptsOne, createStepCounter, TooManySteps } from './count-steps.ts'
import { nodesOf, parsePattern, type Pattern } from './parse-pattern.ts'

const alphabet = [...Array.from({ length: 127 }, (_, code) => String.fromCharCode(code)), 'é', '€']
const repeats = 24
/** Quadratic work takes four times as long for twice the text. Growth of 2.9 is more than any linear pattern has. */
const superLinear = 2.9

/**
 * Finds a text for which the work of a pattern grows faster than its length. Returns it with the repeated part written once;
 * undefined if none was found. Tries every kind of character that the pattern distinguishes, and an example of each part,
 * repeated after a text that leads to each part and before one that makes the match fail.
 */
export function findAttack(source: string, flags: string): string | undefined {
  const pattern = parsePattern(source)
  const nodes = [...nodesOf(pattern)]
  if (!nodes.some((node) => node.kind === 'repeat' && node.max === Infinity)) return undefined
  const count = createStepCounter(pattern, flags)
  const kinds = kindsOfCharacters(nodes, flags)
  const examples = nodes.filter(({ kind }) => kind !== 'one').map((node) => exampleOf(node, flags))
  const leads = new Set(['', ...leadsTo(pattern, '', flags)])
  const pumps = new Set([...kinds, ...examples, ...leads])
  pumps.delete('')
  for (const lead of leads)
    for (const pump of pumps)
      for (const end of ['', ...kinds]) if (growsTooFast(count, lead, pump, end)) return lead + pump + end
  return undefined
}

function growsTooFast(
  count: ReturnType<typeof createStepCounter>,
  lead: string,
  pump: string,
  end: string,
): boolean {
  const steps = (times: number) => {
    const text = lead + pump.repeat(times * repeats) + end
    return count(text, 2000 * text.length)
  }
  try {
    const [once, twice] = [steps(1), steps(2)]
    return twice > 2.05 * once && (steps(4) - twice) / (twice - once) > superLinear
  } catch (error) {
    if (error instanceof TooManySteps) return true
    throw error
  }
}

/** Returns one character of each kind that the pattern distinguishes. */
function kindsOfCharacters(nodes: readonly Pattern[], flags: string): string[] {
  const accepting = nodes.flatMap((node) => (node.kind === 'one' ? [acceptsOne(node.raw, flags)] : []))
  const kinds = new Map<string, string>()
  for (const character of alphabet) {
    const edges = [character === '\n', /\w/.test(character)].map(Number)
    const kind = [...edges, ...accepting.map((accepts) => Number(accepts(character)))].join('')
    if (!kinds.has(kind)) kinds.set(kind, character)
  }
  return [...kinds.values()]
}

/** Returns a short text that the part matches, ignoring its surroundings. */
function exampleOf(node: Pattern, flags: string): string {
  if (node.kind === 'one') return printed.find(acceptsOne(node.raw, flags)) ?? ''
  if (node.kind === 'sequence') return node.items.map((one) => exampleOf(one, flags)).join('')
  if (node.kind === 'either') return node.options[0] ? exampleOf(node.options[0], flags) : ''
  if (node.kind === 'group') return exampleOf(node.body, flags)
  if (node.kind === 'repeat') return exampleOf(node.body, flags).repeat(Math.max(1, Math.min(node.min, 6)))
  return ''
}

const printed = [...alphabet.slice(97), ...alphabet.slice(33, 97), ...alphabet]

/** Returns texts that lead to each part without a limit. */
function leadsTo(node: Pattern, before: string, flags: string): string[] {
  if (node.kind === 'sequence') {
    let lead = before
    return node.items.flatMap((one) => {
      const inner = leadsTo(one, lead, flags)
      lead += exampleOf(one, flags)
      return inner
    })
  }
  if (node.kind === 'either') return node.options.flatMap((one) => leadsTo(one, before, flags))
  if (!('body' in node)) return []
  const isEndless = node.kind === 'repeat' && node.max === Infinity
  return [...(isEndless ? [before] : []), ...leadsTo(node.body, before, flags)]
}
