/** Name of the authentication method that a topic of the catalogue is about. */
export function methodOf(topic: string): string {
  return METHODS[topic] ?? 'All methods'
}

const METHODS: Record<string, string> = {
  login: 'Token',
  mfa: 'Token',
  token: 'Token',
  'private-token': 'Private token',
  signature: 'Access key signature',
  session: 'Session',
}
