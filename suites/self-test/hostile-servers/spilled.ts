/** Secrets that stand in a text in one of the ways in which servers repeat them, by the way. Shares nothing with the mask. */
export function spilled(secrets: readonly string[], text: string): string[] {
  const lower = text.toLowerCase()
  return secrets.flatMap((secret, at) =>
    Object.entries(ways)
      .filter(([, encode]) => lower.includes(encode(secret).toLowerCase()))
      .map(([way]) => `secret ${at} (${way})`),
  )
}

const bytes = (text: string) => [...Buffer.from(text)]

/** Letter case is left aside. */
const ways: Record<string, (secret: string) => string> = {
  plain: (secret) => secret,
  hex: (secret) => Buffer.from(secret).toString('hex'),
  // The last characters depend on what follows.
  base64: (secret) => Buffer.from(secret).toString('base64').slice(0, -4),
  percent: (secret) => encodeURIComponent(secret),
  'percent of every byte': (secret) =>
    bytes(secret)
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join(''),
  entities: (secret) => [...secret].map((letter) => `&#${letter.codePointAt(0)};`).join(''),
  'JSON escapes': (secret) =>
    [...secret].map((letter) => `\\u${letter.codePointAt(0)?.toString(16).padStart(4, '0')}`).join(''),
  reversed: (secret) => [...secret].reverse().join(''),
}
