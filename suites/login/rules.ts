import type { Requirement } from '../catalogue/types.ts'

/** The first step of login: user name and password in, token or challenge out. */
export const login = {
  'login.json': {
    level: 'must',
    statement:
      'The user name and password of an account without a second factor, sent as a JSON object, are answered with a token.',
    source: {
      section: 'Endpoints',
      quote:
        'When the credentials are accepted and MFA is not enabled for the account, the login endpoint answers with the token response',
    },
    also: [
      {
        section: 'Endpoints',
        quote: 'All bodies are JSON; the content type header is `Content-Type: application/json`',
      },
      { section: 'Token', quote: 'Obtained with username and password' },
      { section: 'Endpoints', quote: 'Two path families appear.' },
      { section: 'Endpoints', quote: 'The older family is `/api/users/v1/...`' },
      { section: 'Endpoints', quote: 'The newer family is `/api/v1/...`' },
      { section: 'Versioning', quote: 'Both path families carry a `v1` segment' },
    ],
    reading:
      'Any 2xx status will do: the status of a successful login is not stated. Nor does any sentence say that one server has both families: a family that the declaration claims must be there; without a claim, a login that answers 404, 405, 410 or a redirect that may not be followed counts as a family that the server does not have, and one must be there.',
  },
  'login.form-encoded': {
    level: 'must',
    statement:
      'The same credentials sent as form-encoded fields of the same names are answered with a token.',
    source: {
      section: 'Endpoints',
      quote:
        'Client examples also send the credential request as form-encoded fields rather than JSON; the field names are the same',
    },
    reading:
      'What the published client examples send, a server has to take. Only the credential request is meant: a form-encoded second step is observed.',
  },
  'login.token-response': {
    level: 'must',
    statement:
      'A successful login answers `application/json` with a JSON object whose `token` is a non-empty string.',
    source: { section: 'Token response', quote: 'token | string | bearer token, valid for 1 hour' },
    also: [
      {
        section: 'Endpoints',
        quote: 'token response, or the second-factor challenge response when MFA is enabled',
      },
    ],
    reading: 'Further fields, parameters of the content type and any form of token text are free.',
  },
  'login.wrong-password': {
    level: 'must',
    statement: 'A login with a password that is not the account’s earns no token.',
    source: { section: 'Credential request', quote: 'password | string | yes | account password' },
    reading:
      'Wrong means different for any server: a password that differs only in outer white space or in its Unicode normal form may be taken for the same. How the rejection looks is not shown.',
  },
  'login.unknown-user': {
    level: 'must',
    statement: 'A login with a user name that no account has earns neither a token nor a challenge.',
    source: { section: 'Credential request', quote: 'username | string | yes | account name' },
    reading:
      'A name that differs from an account’s only in letter case, accents or outer white space may be taken for that account.',
  },
  'login.missing-field': {
    level: 'must',
    statement: 'A login without `username` or without `password` earns neither a token nor a challenge.',
    source: { section: 'Credential request', quote: 'username | string | yes' },
    also: [{ section: 'Credential request', quote: 'password | string | yes' }],
    reading: 'Both rows of the table say that the field is required. An empty string counts as no value.',
  },
  'login.no-challenge-without-mfa': {
    level: 'must',
    statement: 'An account without a second factor is never asked for one.',
    source: {
      section: 'Endpoints',
      quote: 'MFA is not enabled for the account, the login endpoint answers with the token response',
    },
    reading: 'A challenge is an answer with code 101, or one with a seed and the path of a second step.',
  },
} as const satisfies Record<`login.${string}`, Requirement>
