/** A text without its escapes, and where each of its units stood in the text; one more for the end. */
export interface Unescaped {
  text: string
  at: number[]
}

/**
 * Ways in which a text may be read: as JSON, as JSON within JSON, percent-encoded, and as a form. Any character may be
 * escaped or not, so that a secret has more spellings than can be listed; undefined where nothing is escaped so.
 */
export const readings: readonly ((text: string) => Unescaped | undefined)[] = [
  withoutBackslashes,
  (text) => {
    const once = withoutBackslashes(text)
    const twice = once && withoutBackslashes(once.text)
    return twice && { text: twice.text, at: twice.at.map((place) => once.at[place] ?? 0) }
  },
  (text) => withoutPercents(text, '+'),
  (text) => withoutPercents(text, ' '),
]

const short: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

function withoutBackslashes(text: string): Unescaped | undefined {
  if (!/\\u[\da-f]{4}/i.test(text)) return undefined
  return replaced(text, /\\(?:u([\da-f]{4})|(["\\/bfnrt]))/gi, ([escape, hex, letter = '']) => ({
    text: hex === undefined ? (short[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16)),
    lengths: [escape.length],
  }))
}

function withoutPercents(text: string, plus: string): Unescaped | undefined {
  if (!/%[\da-f]{2}/i.test(text)) return undefined
  return replaced(text, /(?:%[\da-f]{2})+|\+/gi, ([escape]) => {
    if (escape === '+') return { text: plus, lengths: [1] }
    const characters = [...Buffer.from(escape.replaceAll('%', ''), 'hex').toString()]
    // Of half a character nothing is known.
    if (characters.includes('\ufffd')) return { text: escape, lengths: [...escape].map(() => 1) }
    return {
      text: characters.join(''),
      lengths: characters.flatMap((one) => [3 * Buffer.byteLength(one), ...(one.length > 1 ? [0] : [])]),
    }
  })
}

/** Each match replaced; `lengths` says how much of it each unit of the new text stands for. */
function replaced(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => { text: string; lengths: number[] },
): Unescaped {
  const parts: string[] = []
  const at: number[] = []
  let copied = 0
  const copy = (end: number) => {
    parts.push(text.slice(copied, end))
    for (; copied < end; copied++) at.push(copied)
  }
  for (const match of text.matchAll(pattern)) {
    copy(match.index)
    const one = replace(match)
    parts.push(one.text)
    for (const length of one.lengths) {
      at.push(copied)
      copied += length
    }
  }
  copy(text.length)
  return { text: parts.join(''), at: [...at, text.length] }
}
