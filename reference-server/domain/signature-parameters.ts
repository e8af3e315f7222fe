/** The parameters after the scheme word `Signature`. */
export interface SignatureParameters {
  keyId: string
  algorithm: string
  signature: string
  /** The listed names in order; undefined if the parameter is absent. */
  headers: string[] | undefined
}

// Each match continues where the previous one ended.
const parameter = /\s*([A-Za-z][A-Za-z0-9_-]*)=(?:"((?:[^"\\]|\\.)*)"|[!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*(,|$)/y
const headerName = /([!#$%&'*+.^_`|~0-9a-z-]+|\([a-z-]+\))( |$)/y

/**
 * Reads `keyId="…",algorithm="…",headers="…",signature="…"` in any order. Spaces around a comma are allowed and unknown
 * parameters ignored (draft-cavage-http-signatures section 2.2). A character between quotes may have a backslash before it
 * (RFC 9110 section 5.6.4). Parameters and listed names may be in any letter case (section 11.2; the draft recommends lower
 * case for the list). Returns undefined for anything malformed: a known
 * parameter twice, a name twice in the list, an empty list.
 */
export function readSignatureParameters(text: string): SignatureParameters | undefined {
  const found = new Map<string, string | undefined>()
  parameter.lastIndex = 0
  for (let comma: string | undefined = ','; comma === ',';) {
    const [, asWritten, quoted, next] = parameter.exec(text) ?? []
    const name = asWritten?.toLowerCase()
    if (name === undefined || found.has(name)) return undefined
    // Numbers have no quotes; none of the four known parameters is a number.
    found.set(name, quoted?.replaceAll(/\\(.)/g, '$1'))
    comma = next
  }
  const keyId = found.get('keyid')
  const algorithm = found.get('algorithm')
  const signature = found.get('signature')
  if (!keyId || !algorithm || !signature) return undefined
  if (!found.has('headers')) return { keyId, algorithm, signature, headers: undefined }
  const headers = readNames((found.get('headers') ?? '').toLowerCase())
  return headers && { keyId, algorithm, signature, headers }
}

/** Reads names separated by single spaces; undefined for anything else, and for a repeated name. */
function readNames(list: string): string[] | undefined {
  const names: string[] = []
  headerName.lastIndex = 0
  for (let space: string | undefined = ' '; space === ' ';) {
    const [, name, next] = headerName.exec(list) ?? []
    if (name === undefined || names.includes(name)) return undefined
    names.push(name)
    space = next
  }
  return names
}
