/**
 * Returns the names of the secrets that can be read from a text, as it is or after the decodings that a reader would try,
 * up to two in a row. Doesn't use the suite's own list of encodings, so that it finds what that list lacks.
 */
export function spilled(secrets: Record<string, string>, text: string): string[] {
  const decoded = (layers: string[]) => layers.flatMap((layer) => decodings.map((decode) => decode(layer)))
  const once = decoded([text])
  const layers = [...new Set([text, ...once, ...decoded(once)])]
  return Object.keys(secrets).filter((name) => layers.some((layer) => layer.includes(secrets[name]!)))
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
}

const controls: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const decodings: ((text: string) => string)[] = [
  // JSON
  (text) =>
    text.replace(/\\(?:u([\da-f]{4})|(["\\/bfnrt]))/gi, (_, hex: string | undefined, plain: string) =>
      hex === undefined ? (controls[plain] ?? plain) : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  // percent and form encoding
  (text) => percent(text),
  (text) => percent(text.replaceAll('+', ' ')),
  // HTML and XML
  (text) =>
    text.replace(/&(amp|lt|gt|quot|apos|#39|#x27);/gi, (_, name: string) => entities[name.toLowerCase()]!),
  // base64 and base64url, at each of the four offsets at which a group may begin
  (text) =>
    text.replace(/[A-Za-z\d+/_-]{12,}/g, (run) =>
      [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString()).join(' '),
    ),
]

const percent = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
