import type { Parts } from '../parts.ts'

/** Texts shorter than this stand in too much that is no secret. */
const shortest = 6
/** Of tokens, seeds and ids of sessions, which are many: those shorter are looked for nowhere. */
const shortestWord = 16

/** Takes every secret that the server knows out of a text, in whatever place of it. */
export function createScrubber(parts: Parts): (text: string) => string {
  const { demo, store, accessKeys, accounts, tokens, seeds, sessions } = parts
  const fixed = [
    ...demo.accounts.map(({ password }) => password),
    ...accounts.all().map(({ otp }) => otp?.secret ?? ''),
    ...[...demo.privateTokens, ...store.privateTokens.all()].map(({ token }) => token),
    ...accessKeys.all().map(({ keySecret }) => keySecret),
  ].filter((secret) => secret.length >= shortest)
  const forms = new Set(fixed.flatMap((secret) => [secret, encodeURIComponent(secret)]))
  const csrfTokens = new Set([...sessions.records.values()].map(({ csrfToken }) => csrfToken))
  const isLive = (word: string) =>
    tokens.records.has(word) || seeds.records.has(word) || sessions.records.has(word) || csrfTokens.has(word)
  const lengths = new Set(
    [tokens.records, seeds.records, sessions.records].flatMap((all) => [...all.keys()].map(lengthOf)),
  )
  for (const csrfToken of csrfTokens) lengths.add(csrfToken.length)
  for (const length of lengths) if (length < shortestWord) lengths.delete(length)
  /** A word may hold one with something before or behind it. */
  const without = (word: string): string => {
    for (const length of lengths) {
      for (let at = 0; at + length <= word.length; at++) {
        if (isLive(word.slice(at, at + length)))
          return `${word.slice(0, at)}***${without(word.slice(at + length))}`
      }
    }
    return word
  }
  return (text) => {
    let shown = text
    for (const form of forms) shown = shown.replaceAll(form, '***')
    // Percent escapes are words of their own, so that none is the beginning of another.
    for (const words of [/%[\dA-F]{2}|[\w-]{16,}/gi, /%[\dA-F]{2}|[\w.+/=~-]{16,}/gi])
      shown = shown.replace(words, without)
    return shown
  }
}

const lengthOf = ({ length }: string) => length
