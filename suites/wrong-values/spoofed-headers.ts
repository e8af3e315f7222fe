import type { Header } from '../../harness/wire/exchange.ts'

/** Headers that a browser or a script would send from a page of the server; none of them is a credential. */
export const ofItsOwnPage = (origin: string): Header[] => [
  ['If-None-Match', '"none"'],
  ['Range', 'bytes=0-'],
  ['If-Modified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Accept-Language', 'en'],
  ['Purpose', 'prefetch'],
  ['Sec-Fetch-Site', 'same-origin'],
  ['Referer', `${origin}/`],
  ['Origin', origin],
  ['X-Requested-With', 'XMLHttpRequest'],
]

/** Headers that a health check or a proxy in the server's own network would send. */
export const ofItsOwnNetwork: Header[] = [
  ['User-Agent', 'kube-probe/1.31 ELB-HealthChecker/2.0 GoogleHC/1.0'],
  ['X-Forwarded-For', '10.0.0.1'],
  ['X-Real-IP', '10.0.0.1'],
  ['X-Forwarded-Host', 'localhost'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Debug', '1'],
  ['X-Internal-Request', '1'],
]

/** Headers by which a proxy tells that a request comes from the server's own machine. */
export const fromHere: Header[] = [
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Real-IP', '127.0.0.1'],
  ['Forwarded', 'for=127.0.0.1'],
  ['X-Client-IP', '127.0.0.1'],
  ['True-Client-IP', '127.0.0.1'],
  ['CF-Connecting-IP', '127.0.0.1'],
  ['X-Cluster-Client-IP', '127.0.0.1'],
]

/** Headers by which a proxy that has checked a user names that user. */
export const proxiedUser = ['X-Remote-User', 'X-Forwarded-User', 'Remote-User', 'X-Auth-Request-User']

/** More of them, and those by which a proxy passes on a client certificate that it has checked. */
export const alsoProxied = (username: string): Header[] => [
  ...[
    'X-User',
    'X-User-Id',
    'X-Username',
    'X-Auth-User',
    'X-Authenticated-User',
    'X-Authenticated-UserId',
    'X-Consumer-Username',
    'X-Forwarded-Preferred-Username',
    'X-Forwarded-Email',
    'X-WebAuth-User',
  ].map((name): Header => [name, username]),
  ['X-SSL-Client-Verify', 'SUCCESS'],
  ['X-SSL-Client-S-DN', `CN=${username}`],
]

/** Headers by which the platforms of cloud providers, and access proxies, name a user whom they have checked. */
export const userOfPlatform = (username: string): Header[] =>
  [
    'X-MS-Client-Principal-Name',
    'X-Amzn-Oidc-Identity',
    'X-Goog-Authenticated-User-Email',
    'Cf-Access-Authenticated-User-Email',
    'Tailscale-User-Login',
    'X-Authentik-Username',
  ].map((name): Header => [name, username])

/**
 * Headers that name a method or a path for which servers ask no credentials. The request keeps its own: only a check that a
 * proxy asks before it passes a request on looks at such a path.
 */
export const overridden = (open: string): Header[] => [
  ['X-HTTP-Method-Override', 'OPTIONS'],
  ['X-HTTP-Method', 'OPTIONS'],
  ['X-Method-Override', 'OPTIONS'],
  ['X-Forwarded-Uri', open],
  ['X-Original-URI', open],
]

/** What a server may take for a reason to check less of a login: where it seems to come from, or whom a proxy has checked. */
export function spoofedLogins(
  username: string,
  origin: string,
): (readonly [what: string, headers: Header[]])[] {
  const names = [
    ...proxiedUser.map((name): Header => [name, username]),
    ...alsoProxied(username),
    ...userOfPlatform(username),
  ]
  return [
    ['as if from the server itself', fromHere],
    ['as if from a page of the server', ofItsOwnPage(origin)],
    ['as if from the network of the server', ofItsOwnNetwork.filter(([name]) => name !== 'User-Agent')],
    ['as if by another method or for another path', overridden('/')],
    ...(/^[\w.@-]+$/.test(username) ? [['with its username in headers of proxies', names] as const] : []),
  ]
}
