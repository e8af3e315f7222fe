import { under } from '../../rule.ts'
import { all, logins, passwords, type ClientRequirement } from './types.ts'

const encoding = under(
  'Endpoints',
  'Client examples also send the credential request as form-encoded fields rather than JSON; the field names are the same',
)
const json = under(
  'Endpoints',
  'All bodies are JSON; the content type header is `Content-Type: application/json`',
)
const trigger = 'log in with CONFORMANCE_USERNAME or CONFORMANCE_MFA_USERNAME'

/** The credential request. */
export const login = {
  'client.login-post': {
    level: 'must',
    statement: 'The client sends the credential request with POST.',
    source: under('Endpoints', 'POST | `{base_url}/api/users/v1/auth/` | credential request'),
    also: [under('Endpoints', 'POST | `{base_url}/api/v1/authentication/auth/` | credential request')],
    methods: logins,
    trigger,
  },
  'client.login-path': {
    level: 'must',
    statement: 'The client sends the credential request to one of the two login paths.',
    source: under('Endpoints', '`{base_url}/api/users/v1/auth/` | credential request'),
    also: [
      under('Endpoints', '`{base_url}/api/v1/authentication/auth/` | credential request'),
      under('Endpoints', 'Two path families appear.'),
      under('Endpoints', 'The older family is `/api/users/v1/...`'),
      under('Endpoints', 'The newer family is `/api/v1/...`'),
    ],
    reading:
      'The path has to match exactly, with its trailing slash; it may also be one to which the server redirects on the same origin.',
    methods: logins,
    trigger,
  },
  'client.login-fields': {
    level: 'must',
    statement: 'The credential request names its fields `username` and `password`.',
    source: under('Credential request', 'username | string | yes | account name'),
    also: [under('Credential request', 'password | string | yes | account password')],
    reading: 'The specification shows no additional fields; they are observed.',
    methods: logins,
    trigger,
  },
  'client.login-values': {
    level: 'must',
    statement: 'The client sends username and password as strings, exactly as given.',
    source: under('Credential request', 'username | string | yes'),
    also: [under('Credential request', 'password | string | yes')],
    reading:
      'The values contain characters that JSON and form encoding have to escape, and a password begins and ends with a space. Judged only in scenarios, where no password is wrong on purpose.',
    methods: logins,
    trigger: 'log in through the line protocol',
  },
  'client.login-body': {
    level: 'must',
    statement: 'The body of the credential request is a JSON object or form-encoded fields.',
    source: encoding,
    also: [json],
    reading:
      'Form-encoded fields are printable ASCII: form encoding writes a space as + or %20, and letters beyond ASCII as the percent-encoded bytes of UTF-8.',
    methods: logins,
    trigger,
  },
  'client.login-content-type': {
    level: 'must',
    statement: 'The content type of the credential request matches the encoding of its body.',
    source: json,
    also: [encoding],
    reading:
      '`application/json`, or for form-encoded fields `application/x-www-form-urlencoded`; parameters are allowed.',
    methods: logins,
    trigger,
  },
  'client.no-secret-in-url': {
    level: 'must',
    statement: 'The client puts no password, token, seed, code, cookie or key secret in a URL.',
    source: under('Endpoints', 'POST | `{base_url}/api/users/v1/auth/` | credential request'),
    reading:
      'The specification gives each secret its place: the body of a POST, a header, a cookie. An `otp_url` keeps the query that it came with.',
    methods: all,
    trigger: 'send any request with a credential',
  },
  'client.no-secret-in-referer': {
    level: 'must',
    statement: 'The client puts no secret in a Referer header.',
    source: under('Authentication', 'header `Authorization: Bearer <ACCESS_TOKEN>`'),
    reading: 'The specification gives each secret its one place, and this isn’t one of them.',
    methods: all,
    trigger: 'send any request with a credential',
  },
  'client.login-attempts': {
    level: 'must',
    statement: 'The client does not try a rejected login more than three times in one operation.',
    source: under(
      'Errors',
      'Failed authentication (wrong credentials, bad or expired token, bad signature) | status codes and error body shape: not shown',
    ),
    reading:
      'A client that keeps trying forever never reaches a state that the specification describes. Three is generous. A login whose second step is rejected counts too.',
    methods: passwords,
    trigger: 'use the list operation of the line protocol with a password or second step that is rejected',
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
