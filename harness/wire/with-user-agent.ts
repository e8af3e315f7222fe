/**
 * Returns the headers of every request, with a User-Agent unless one is declared: a client should send one (RFC 9110,
 * section 10.1.5), and some servers and gateways reject requests without it.
 */
export function withUserAgent(declared: Readonly<Record<string, string>>): Record<string, string> {
  const isDeclared = Object.keys(declared).some((name) => name.toLowerCase() === 'user-agent')
  return isDeclared ? declared : { ...declared, 'User-Agent': 'auth-api-conformance' }
}
