import { type Requirement, under } from '../rule.ts'

/** The first step of login: sends username and password, returns a token or a challenge. */
export const login = {
  'login.json': {
    level: 'must',
    statement:
      'A login with the username and password of an account without a second factor, sent as a JSON object, returns a token.',
    source: under(
      'Endpoints',
      'When the credentials are accepted and MFA is not enabled for the account, the login endpoint answers with the token response',
    ),
    also: [
      under('Endpoints', 'All bodies are JSON; the content type header is `Content-Type: application/json`'),
      under('Token', 'Obtained with username and password'),
      under('Endpoints', 'Two path families appear.'),
      under('Endpoints', 'The older family is `/api/users/v1/...`'),
      under('Endpoints', 'The newer family is `/api/v1/...`'),
      under('Versioning', 'Both path families carry a `v1` segment'),
    ],
    reading:
      'Any 2xx status is accepted, because the specification does not state the status of a successful login. Nor does it say that one server has both path families. A family that the declaration lists must exist. If it lists none, a family whose login returns 404, 405, 410 or a redirect that must not be followed counts as absent, and at least one family must exist.',
  },
  'login.form-encoded': {
    level: 'must',
    statement:
      'A login with the same credentials, sent as form-encoded fields of the same names, returns a token.',
    source: under(
      'Endpoints',
      'Client examples also send the credential request as form-encoded fields rather than JSON; the field names are the same',
    ),
    reading:
      'A server has to accept what the published client examples send. This applies only to the credential request; whether a form-encoded second step works is only observed.',
  },
  'login.token-response': {
    level: 'must',
    statement:
      'A successful login returns `application/json` with a JSON object whose `token` is a non-empty string.',
    source: under('Token response', 'token | string | bearer token, valid for 1 hour'),
    also: [under('Endpoints', 'token response, or the second-factor challenge response when MFA is enabled')],
    reading: 'Additional fields, content-type parameters and any token format are allowed.',
  },
  'login.wrong-password': {
    level: 'must',
    statement: 'A login with a password that is not the account’s does not return a token.',
    source: under('Credential request', 'password | string | yes | account password'),
    reading:
      'The passwords tried are wrong by any comparison: a server may accept one that differs only in leading or trailing white space or in its Unicode normal form. The specification does not say what the rejection looks like. A cookie or a string in it that opens a user list counts as a token.',
  },
  'login.unknown-user': {
    level: 'must',
    statement: 'A login with a username that belongs to no account returns neither a token nor a challenge.',
    source: under('Credential request', 'username | string | yes | account name'),
    reading:
      'A name that differs from an account’s only in letter case, accents, leading or trailing white space or a domain, as in `ada@example.org` or `EXAMPLE\\ada`, may be treated as that account’s.',
  },
  'login.missing-field': {
    level: 'must',
    statement: 'A login without `username` or without `password` returns neither a token nor a challenge.',
    source: under('Credential request', 'username | string | yes'),
    also: [under('Credential request', 'password | string | yes')],
    reading: 'Both rows of the table say that the field is required. An empty string counts as missing.',
  },
  'login.no-challenge-without-mfa': {
    level: 'must',
    statement: 'An account without a second factor is never asked for one.',
    source: under(
      'Endpoints',
      'MFA is not enabled for the account, the login endpoint answers with the token response',
    ),
    reading: 'A challenge is a response with code 101, or one with a seed and the path of a second step.',
  },
} as const satisfies Record<`login.${string}`, Requirement>
