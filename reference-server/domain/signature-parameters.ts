/** What stands behind the scheme word `Signature`. */
export interface SignatureParameters {
  keyId: string
  algorithm: string
  signature: string
  /** Listed names in order; undefined where the parameter is absent. */
  headers: string[] | undefined
}

const parameter = /^([A-Za-z][A-Za-z0-9_-]*)=(?:"([^"\\]*)"|[!#$%&'*+.^_`|~0-9A-Za-z-]+)$/
const headerName = /^(?:[!#$%&'*+.^_`|~0-9a-z-]+|\([a-z-]+\))$/

/**
 * Reads `keyId="…",algorithm="…",headers="…",signature="…"` in any order; space around a comma is allowed and an
 * unknown parameter is passed over (draft-cavage-http-signatures section 2.2). Undefined for anything malformed:
 * a known parameter twice, a name twice in the list, a name that is not in lower case, an empty list.
 */
export function readSignatureParameters(text: string): SignatureParameters | undefined {
  const found = new Map<string, string | undefined>()
  for (const part of splitAtCommas(text)) {
    const [, name, quoted] = parameter.exec(part) ?? []
    if (name === undefined || found.has(name)) return undefined
    // Numbers stand without quotes; none of the four that count is a number.
    found.set(name, quoted)
  }
  const keyId = found.get('keyId')
  const algorithm = found.get('algorithm')
  const signature = found.get('signature')
  const list = found.get('headers')
  if (!keyId || !algorithm || !signature) return undefined
  if (found.has('headers') && list === undefined) return undefined
  const headers = list?.split(' ')
  if (headers?.some((name, at) => !headerName.test(name) || headers.indexOf(name) !== at)) return undefined
  return { keyId, algorithm, signature, headers }
}

/** Commas inside quotes divide nothing. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let at = 0
  for (;;) {
    const comma = text.indexOf(',', at)
    const quote = text.indexOf('"', at)
    if (quote >= 0 && quote < comma) {
      at = text.indexOf('"', quote + 1) + 1
      // Quotes that never end: what is left is one part, which no rule fits.
      if (at === 0) break
    } else if (comma >= 0) {
      parts.push(text.slice(start, comma).trim())
      start = at = comma + 1
    } else break
  }
  parts.push(text.slice(start).trim())
  return parts
}
