import { all, logins, type ClientRequirement } from './types.ts'

const encoding = {
  section: 'Endpoints',
  quote:
    'Client examples also send the credential request as form-encoded fields rather than JSON; the field names are the same',
}
const json = {
  section: 'Endpoints',
  quote: 'All bodies are JSON; the content type header is `Content-Type: application/json`',
}
const trigger = 'log in with CONFORMANCE_USERNAME or CONFORMANCE_MFA_USERNAME'

/** The credential request. */
export const login = {
  'client.login-post': {
    level: 'must',
    statement: 'The credential request is sent by POST.',
    source: { section: 'Endpoints', quote: 'POST | `{base_url}/api/users/v1/auth/` | credential request' },
    also: [
      { section: 'Endpoints', quote: 'POST | `{base_url}/api/v1/authentication/auth/` | credential request' },
    ],
    methods: logins,
    trigger,
  },
  'client.login-path': {
    level: 'must',
    statement: 'The credential request goes to one of the two login paths.',
    source: { section: 'Endpoints', quote: '`{base_url}/api/users/v1/auth/` | credential request' },
    also: [
      { section: 'Endpoints', quote: '`{base_url}/api/v1/authentication/auth/` | credential request' },
      { section: 'Endpoints', quote: 'Two path families appear.' },
      { section: 'Endpoints', quote: 'The older family is `/api/users/v1/...`' },
      { section: 'Endpoints', quote: 'The newer family is `/api/v1/...`' },
    ],
    reading:
      'To the letter, with the slash at the end; or where a redirect of the same origin named by the server leads.',
    methods: logins,
    trigger,
  },
  'client.login-fields': {
    level: 'must',
    statement: 'The credential request names its fields `username` and `password`.',
    source: { section: 'Credential request', quote: 'username | string | yes | account name' },
    also: [{ section: 'Credential request', quote: 'password | string | yes | account password' }],
    reading: 'Further fields are not shown; they are observed.',
    methods: logins,
    trigger,
  },
  'client.login-values': {
    level: 'must',
    statement: 'User name and password are sent as strings, exactly as they were given.',
    source: { section: 'Credential request', quote: 'username | string | yes' },
    also: [{ section: 'Credential request', quote: 'password | string | yes' }],
    reading:
      'The values have characters that JSON and form encoding have to escape. Judged in scenarios, where no wrong password is meant.',
    methods: logins,
    trigger: 'log in by the line protocol',
  },
  'client.login-body': {
    level: 'must',
    statement: 'The body of the credential request is a JSON object or form-encoded fields.',
    source: encoding,
    also: [json],
    methods: logins,
    trigger,
  },
  'client.login-content-type': {
    level: 'must',
    statement: 'The content type of the credential request names the encoding of its body.',
    source: json,
    also: [encoding],
    reading:
      '`application/json`, or for form-encoded fields `application/x-www-form-urlencoded`; parameters are free.',
    methods: logins,
    trigger,
  },
  'client.no-secret-in-url': {
    level: 'must',
    statement: 'No password, token, seed, code, cookie or key secret is in a URL.',
    source: { section: 'Endpoints', quote: 'POST | `{base_url}/api/users/v1/auth/` | credential request' },
    reading:
      'The specification gives each secret its place: the body of a POST, a header, a cookie. An otp_url keeps the query that it came with.',
    methods: all,
    trigger: 'send any request with a credential',
  },
  'client.no-secret-in-referer': {
    level: 'must',
    statement: 'No secret is in a Referer header.',
    source: { section: 'Authentication', quote: 'header `Authorization: Bearer <ACCESS_TOKEN>`' },
    reading: 'The specification gives each secret its one place, and this isn’t one of them.',
    methods: all,
    trigger: 'send any request with a credential',
  },
  'client.login-attempts': {
    level: 'must',
    statement: 'A login that is rejected is not tried more than three times in one operation.',
    source: {
      section: 'Errors',
      quote:
        'Failed authentication (wrong credentials, bad or expired token, bad signature) | status codes and error body shape: not shown',
    },
    reading: 'A client that goes on for ever ends in no state of the specification. Three is generous.',
    methods: logins,
    trigger: 'list with a password that is rejected, by the line protocol',
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
