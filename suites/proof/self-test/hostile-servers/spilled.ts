import { encodings } from './encodings.ts'

/** Returns the secrets that a text contains, grouped by the encoding that a server used; ignores letter case. */
export function spilled(secrets: readonly string[], text: string): string[] {
  const html = withoutEntities(text)
  const layers = [
    ...new Set([text, html, withoutJson(text), withoutJson(html)].map((layer) => layer.toLowerCase())),
  ]
  return secrets.flatMap((secret, at) =>
    Object.entries(encodings)
      .filter(([, encode]) => layers.some((layer) => layer.includes(middleOf(encode(secret).toLowerCase()))))
      .map(([way]) => `secret ${at} (${way})`),
  )
}

/** Returns the middle of a text, since its ends may depend on the neighbouring text. */
const middleOf = (text: string) => text.slice(Math.floor(text.length / 8), Math.ceil((text.length * 7) / 8))

const withoutJson = (text: string) =>
  text.replaceAll(/\\(?:u([\da-f]{4})|(["\\/]))/gi, (_, code?: string, letter?: string) =>
    code === undefined ? (letter ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  )

const withoutEntities = (text: string) =>
  text.replaceAll(/&(?:lt|gt|quot|#39|#x27|apos|amp);/g, (entity) => plain[entity] ?? entity)

const plain: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&apos;': "'",
}
