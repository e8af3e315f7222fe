import type { ListOptions } from '../../harness/client/api-options.ts'
import {
  anonymous,
  authorization,
  bearer,
  cookieHeader,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'

/** Where a text is sent: in words, as a credential, and with which other fields. */
export type Place = readonly [what: string, credential: Credential, options?: ListOptions]

const inCookie = (name: string, token: string): Place => [`in the cookie ${name}`, cookieHeader(name, token)]

/** Cookies, query parameters and headers where a server may look for a token, apart from those of the specification. */
export const unusualPlaces = (token: string): Place[] => [
  ...['token', 'access_token', 'jwt'].map((name) => inCookie(name, token)),
  ...['token', 'access_token'].map((name): Place => [
    `in the query parameter ${name}`,
    anonymous,
    { query: new URLSearchParams({ [name]: token }).toString() },
  ]),
  ...['X-Auth-Token', 'X-Access-Token'].map((name): Place => [
    `in the header ${name}`,
    anonymous,
    { headers: [[name, token]] },
  ]),
]

/**
 * Places besides `Authorization: Bearer` where a server may look for a token, and other requests with it. Whether the
 * server takes them is free while the token is valid.
 */
export const placesFor = (token: string): Place[] => [
  inCookie('sessionid', token),
  ...unusualPlaces(token),
  ['under the scheme word in lower case', authorization('token', `bearer ${token}`)],
  ['under the scheme word in capitals', authorization('token', `BEARER ${token}`)],
  ['behind two spaces', authorization('token', `Bearer  ${token}`)],
  ['under the scheme word JWT', authorization('token', `JWT ${token}`)],
  ['before a comma and another one', authorization('token', `Bearer ${token}, Bearer none`)],
  ['with a query', bearer(token), { query: 'limit=1' }],
  ['as if by a script', bearer(token), { headers: [['X-Requested-With', 'XMLHttpRequest']] }],
  ['as any type', bearer(token), { accept: '*/*' }],
  ['beside a cookie', bearer(token), { headers: [['Cookie', 'lang=en']] }],
  ['beside an unknown session', bearer(token), { headers: [['Cookie', 'sessionid=none']] }],
  // A shorter one could be read as a scheme word, and servers that echo the header might print it.
  ...(token.length > 16
    ? [['in Authorization without a scheme word', authorization('token', token)] as const]
    : []),
]
