import type { Call, Reading } from '../../harness/client-judge/read-calls.ts'

export interface GivenSecret {
  value: string
  label: string
}

/** A text may contain shorter values by chance. */
const shortest = 6

/**
 * Returns every secret that the client has by the time of a call: those from its environment, and those from the server.
 */
export function givenSecrets({ played, tokens, challenges, cookies }: Reading, call?: Call): GivenSecret[] {
  const { plain, mfa, privateToken, key } = played.identities
  const before = ({ by }: { by: Call }) => call === undefined || by.number < call.number
  return [
    { value: plain.password, label: 'the password' },
    { value: mfa.password, label: 'the password' },
    { value: mfa.otpSecret, label: 'the secret of the one-time codes' },
    { value: privateToken.token, label: 'the private token' },
    { value: key.keySecret, label: 'the key secret' },
    ...tokens.filter(before).map(({ text }) => ({ value: text, label: 'the token' })),
    ...challenges.filter(before).map(({ seed }) => ({ value: seed, label: 'the seed' })),
    ...cookies.filter(before).map(({ value }) => ({ value, label: 'the session cookie' })),
  ].filter(({ value }) => value.length >= shortest)
}

/** True if a text contains a value: plain, percent-encoded, form-encoded, in JSON, in base64 or in hexadecimal. */
export function isIn(text: string, value: string): boolean {
  if (text.length < shortest) return false
  return formsOf(value).some((form) => text.includes(form))
}

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
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
  if (remembered.size > 2000) remembered.clear()
  remembered.set(value, made)
  return made
}
