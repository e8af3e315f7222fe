/**
 * The headers of every request, with a User-Agent unless one is declared: a client should send one (RFC 9110, section
 * 10.1.5), and there are servers and gateways that reject who does not.
 */
export function withUserAgent(declared: Readonly<Record<string, string>>): Record<string, string> {
  const isDeclared = Object.keys(declared).some((name) => name.toLowerCase() === 'user-agent')
  return isDeclared ? declared : { ...declared, 'User-Agent': 'auth-api-conformance' }
}
