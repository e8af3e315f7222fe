/** Names of headers, parameters and fields whose values are not shown. */
const secretName = /pass|pwd|token|secret|seed|otp|code|key|sess|csrf|auth|cookie|sign|credential/i

/** Headers that match, but hold no secret. */
const shownHeaders = new Set(['www-authenticate', 'access-control-allow-credentials'])

/** Body fields that are shown; any other may hold a secret, whatever its name. */
const shownFields = new Set([
  ...'username type encoding error msg message detail id name email otp_url'.split(' '),
  ...'count next previous results keyword choices'.split(' '),
])

const mask = '***'

/** Returns the value of a header with its secret parts replaced. */
export function maskHeader(name: string, value: string): string {
  const lower = name.toLowerCase()
  if (lower === 'authorization') return maskAuthorization(value)
  if (lower === 'cookie')
    return value
      .split(';')
      .map((pair) => pair.replace(/^([^=]+)=[^]*/, `$1=${mask}`))
      .join(';')
  if (lower === 'set-cookie') return value.replace(/^([^=;]+)=[^;]*/, `$1=${mask}`)
  if (lower === 'location' || lower === 'referer') return maskTarget(value)
  return secretName.test(lower) && !shownHeaders.has(lower) ? mask : value
}

/** Keeps the scheme word, and of a signature everything but the signature itself. */
function maskAuthorization(value: string): string {
  const [, word, text] = /^([A-Za-z]+)(\s+\S.*)$/.exec(value) ?? []
  if (word === undefined || text === undefined) return mask
  if (word.toLowerCase() !== 'signature') return `${word} ${mask}`
  const shown = [...text.matchAll(/(?:^|,)\s*(keyId|algorithm|headers)=("[^"]*")/g)]
  return `${word} ${[...shown.map(([, name, quoted]) => `${name}=${quoted}`), `signature="${mask}"`].join(',')}`
}

/** Masks the values of parameters whose names suggest a secret in a request target. */
export function maskTarget(target: string): string {
  const [path = '', ...query] = target.split('?')
  if (query.length === 0) return path
  const pairs = query.join('?').split('&')
  return `${path}?${pairs.map((pair) => (secretName.test(pair.split('=')[0] ?? '') ? pair.replace(/=.*/, `=${mask}`) : pair)).join('&')}`
}

/** Returns a parsed body with the names of all fields, but just the values that are not secret. */
export function maskFields(value: unknown, shown = false): unknown {
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object') return shown ? value : mask
  if (Array.isArray(value)) return value.map((item) => maskFields(item, shown))
  return Object.fromEntries(
    Object.entries(value as object).map(([name, inner]) => [
      name,
      // The code of a challenge is a number; any other code may be a one-time code.
      maskFields(inner, shownFields.has(name) || (name === 'code' && inner === 101)),
    ]),
  )
}

/** Returns every secret of a request, as it was sent, so that it can be removed from everything else. */
export function secretsOf(headers: readonly string[], body: unknown): string[] {
  const found: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at]?.toLowerCase(), headers[at + 1]]
    if (name === 'authorization')
      found.push(/signature="([^"]*)"/i.exec(value)?.[1] ?? value.replace(/^\S+\s+/, ''))
    if (name === 'cookie') found.push(...value.split(/;\s*/).map((pair) => pair.replace(/^[^=]*=/, '')))
  }
  const collect = (value: unknown, shown: boolean): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value))
        collect(inner, Array.isArray(value) ? shown : shownFields.has(name))
    } else if (!shown && (typeof value === 'string' || typeof value === 'number')) found.push(String(value))
  }
  collect(body, false)
  return found.filter((secret) => secret.length >= 6)
}
