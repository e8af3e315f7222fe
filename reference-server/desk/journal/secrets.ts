import type { Parts } from '../../server/parts.ts'

/** Shorter texts also appear in much that is not secret. */
const shortest = 6
/** There are many tokens, seeds and session ids; shorter ones are not searched for. */
const shortestWord = 16

/** Returns a function that removes every secret known to the server from a text, wherever it appears. */
export function createScrubber(parts: Parts): (text: string) => string {
  const { demo, store, accessKeys, accounts, tokens, seeds, sessions } = parts
  const fixed = [
    ...demo.accounts.map(({ password }) => password),
    ...accounts.all().map(({ otp }) => otp?.secret ?? ''),
    ...[...demo.privateTokens, ...store.privateTokens.all()].map(({ token }) => token),
    ...accessKeys.all().map(({ keySecret }) => keySecret),
  ].filter((secret) => secret.length >= shortest)
  const forms = new Set(fixed.flatMap((secret) => [secret, encodeURIComponent(secret)]))
  const beginnings = new Set([...forms].map(beginningOf))
  const withoutFixed = createRemover(lengthsOf(forms, shortest), (text) => forms.has(text), beginnings)

  const csrfTokens = new Set([...sessions.records.values()].map(({ csrfToken }) => csrfToken))
  const living = [tokens.records, seeds.records, sessions.records, csrfTokens]
  const withoutLiving = createRemover(
    living.flatMap((some) => lengthsOf(some.keys(), shortestWord)),
    (text) => living.some((some) => some.has(text)),
  )
  return (text) => {
    let shown = withoutFixed(text)
    // Percent escapes are words of their own, so that none is the beginning of another word.
    for (const words of [/%[\dA-F]{2}|[\w-]{16,}/gi, /%[\dA-F]{2}|[\w.+/=~-]{16,}/gi])
      shown = shown.replace(words, withoutLiving)
    return shown
  }
}

/**
 * Returns a function that replaces each secret in a text by `***`, longest first. However many secrets there are, each
 * position of the text is looked up once per length, and only if one of `beginnings` is found there, if given.
 */
function createRemover(
  lengths: readonly number[],
  isSecret: (text: string) => boolean,
  beginnings?: ReadonlySet<string>,
): (text: string) => string {
  const longestFirst = [...new Set(lengths)].toSorted((a, b) => b - a)
  return (text) => {
    let shown = ''
    let from = 0
    for (let at = 0; at < text.length; at++) {
      if (beginnings && !beginnings.has(text.slice(at, at + 4))) continue
      const found = longestFirst.find(
        (length) => at + length <= text.length && isSecret(text.slice(at, at + length)),
      )
      if (found === undefined) continue
      shown += `${text.slice(from, at)}***`
      from = at + found
      at = from - 1
    }
    return shown + text.slice(from)
  }
}

const lengthsOf = (texts: Iterable<string>, least: number): number[] =>
  [...new Set(Array.from(texts, ({ length }) => length))].filter((length) => length >= least)

const beginningOf = (text: string) => text.slice(0, 4)
