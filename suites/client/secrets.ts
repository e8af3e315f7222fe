import { unescape } from 'node:querystring'
import { latest, type Call, type Reading } from '../../harness/client-judge/read-calls.ts'
import { codesAround } from '../../harness/client-judge/totp.ts'

export interface GivenSecret {
  value: string
  label: string
}

/** A text may contain shorter values by chance. */
const shortest = 6

/**
 * Returns the secrets that the client has by the time of a call: those from its environment, and the latest from the server.
 */
export function givenSecrets({ played, tokens, challenges, cookies }: Reading, call?: Call): GivenSecret[] {
  const { plain, mfa, privateToken, key } = played.identities
  return [
    { value: plain.password.trim(), label: 'the password' },
    { value: mfa.password.trim(), label: 'the password' },
    { value: mfa.otpSecret, label: 'the secret of the one-time codes' },
    { value: privateToken.token, label: 'the private token' },
    { value: key.keySecret, label: 'the key secret' },
    ...latest(tokens, call).map(({ text }) => ({ value: text, label: 'the token' })),
    ...latest(challenges, call).map(({ seed }) => ({ value: seed, label: 'the seed' })),
    ...latest(cookies, call).map(({ value }) => ({ value, label: 'the session cookie' })),
  ].filter(({ value }) => value.length >= shortest)
}

/** Returns the codes that are current when a request is sent, by the server's time and by real time. */
export const currentCodes = (secret: string, { serverMs, realMs }: Call): string[] => [
  ...codesAround(secret, serverMs),
  ...codesAround(secret, realMs),
]

/** True if a text contains a current code, with no further digits around it. */
export function hasCode({ played }: Reading, call: Call, text: string): boolean {
  const numbers = (text.match(/\d+/g) ?? []).filter((number) => number.length === 6)
  if (numbers.length === 0) return false
  const current = currentCodes(played.identities.mfa.otpSecret, call)
  return numbers.some((number) => current.includes(number))
}

/** True if a text contains a value: plain, percent-encoded, form-encoded, in JSON, in base64 or in hexadecimal. */
export function isIn(text: string, value: string): boolean {
  if (text.length < shortest) return false
  return (
    formsOf(value).some((form) => text.includes(form)) || decodedOf(text).some((one) => one.includes(value))
  )
}

let last: { text: string; decoded: readonly string[] } | undefined

/** Returns a text without the escaping of URLs, of forms and of JSON: each can be written in several ways. */
function decodedOf(text: string): readonly string[] {
  if (last?.text === text) return last.decoded
  const decoded = [
    ...(/[%+]/.test(text) ? [unescape(text), unescape(text.replaceAll('+', ' '))] : []),
    ...(text.includes('\\') ? [withoutJson(text)] : []),
  ]
  last = { text, decoded }
  return decoded
}

const controls: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const withoutJson = (text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (controls[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  )

const remembered = new Map<string, string[]>()

function formsOf(value: string): string[] {
  const known = remembered.get(value)
  if (known) return known
  const bytes = Buffer.from(value)
  const made = [
    value,
    bytes.toString('latin1'),
    encodeURIComponent(value),
    new URLSearchParams([['', value]]).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
    ...inBase64(bytes),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
  if (remembered.size > 2000) remembered.clear()
  remembered.set(value, made)
  return made
}

/** Returns how bytes look inside of longer base64, which takes three bytes at a time: what they alone determine. */
function inBase64(bytes: Uint8Array): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bits = (before + bytes.length) * 8
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const own = [Math.ceil((before * 8) / 6), Math.floor(bits / 6)] as const
    return [whole.toString('base64').slice(...own), whole.toString('base64url').slice(...own)]
  })
}
