import type { ClientRequirement } from './types.ts'

const methods = ['mfa'] as const
const trigger = 'log in with CONFORMANCE_MFA_USERNAME and answer the challenge'
const scenario = 'log in by the line protocol with the method mfa'
const answers = {
  section: 'Endpoints',
  quote:
    'The client then posts seed and otp_code to the path given in otp_url and receives the token response',
}
const submission = {
  section: 'Endpoints',
  quote:
    '`{base_url}/api/users/v1/otp/auth/` | second-factor submission; header `cache-control: no-cache` is sent',
}
const oneTime = {
  section: 'Second-factor challenge response',
  quote: 'one-time value that must be sent back with the OTP code',
}

/** The challenge, and the second step that answers it. */
export const challenge = {
  'client.challenge-answered': {
    level: 'must',
    statement: 'A challenge is answered with a second step.',
    source: answers,
    also: [
      { section: 'Token', quote: 'When MFA is enabled, a second step with seed and otp_code is required.' },
      {
        section: 'Second-factor challenge response',
        quote: 'human-readable text asking the client to resubmit with the seed for the second step',
      },
    ],
    reading: 'Also where the account had no second factor at an earlier login.',
    methods,
    trigger: scenario,
  },
  'client.challenge-by-code': {
    level: 'must',
    statement: 'An answer is taken for a challenge because of the integer code 101, and for no other reason.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'code | integer | 101 in the challenge case',
    },
    also: [{ section: 'Errors', quote: 'body with code 101, msg, otp_url and seed (see Resources)' }],
    reading:
      'A token response may have further fields, also of the names `code` and `msg`; with another code it is no challenge.',
    methods: ['token'],
    trigger: 'log in by the line protocol with the method token',
  },
  'client.second-step-post': {
    level: 'must',
    statement: 'The second step is sent by POST.',
    source: {
      section: 'Endpoints',
      quote: 'POST | `{base_url}/api/users/v1/otp/auth/` | second-factor submission',
    },
    methods,
    trigger,
  },
  'client.second-step-at-otp-url': {
    level: 'must',
    statement: 'The second step goes to the path that the challenge gives in `otp_url`.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'otp_url | string | path of the second-step endpoint',
    },
    also: [answers],
    reading:
      'Relative to the origin or to the base URL; a path prefix of the base URL may be named in it or not. The path in the table of endpoints is only one that otp_url may name.',
    methods,
    trigger,
  },
  'client.second-step-query': {
    level: 'must',
    statement: 'A query in `otp_url` is kept.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'otp_url | string | path of the second-step endpoint',
    },
    reading:
      'What the server gave is sent back whole: a query that it needs to know the login by would be missed.',
    methods,
    trigger: scenario,
  },
  'client.second-step-json': {
    level: 'must',
    statement: 'The body of the second step is a JSON object, and its content type `application/json`.',
    source: {
      section: 'Endpoints',
      quote: 'All bodies are JSON; the content type header is `Content-Type: application/json`',
    },
    reading: 'Form-encoded fields are shown for the credential request alone.',
    methods,
    trigger,
  },
  'client.second-step-fields': {
    level: 'must',
    statement: 'The second step names its fields `seed` and `otp_code`.',
    source: {
      section: 'Second-factor submission',
      quote: 'seed | string | yes | value from the challenge response',
    },
    also: [{ section: 'Second-factor submission', quote: 'otp_code | string | yes' }],
    methods,
    trigger,
  },
  'client.seed-unchanged': {
    level: 'must',
    statement: 'The seed is sent back exactly as the challenge gave it.',
    source: { section: 'Second-factor submission', quote: 'value from the challenge response' },
    also: [oneTime],
    reading: 'A seed is a string of any length and any characters.',
    methods,
    trigger: scenario,
  },
  'client.code-current': {
    level: 'must',
    statement: 'The code of the second step is the current one-time password of the user, as a string.',
    source: { section: 'Second-factor submission', quote: 'dynamic one-time password of the user' },
    reading:
      'With its leading zeros. One time step either side of now is current, by the real time or by that of the server.',
    methods,
    trigger: scenario,
  },
  'client.code-once': {
    level: 'should',
    statement: 'A one-time code is sent for one login only.',
    source: { section: 'Second-factor submission', quote: 'dynamic one-time password of the user' },
    reading:
      'RFC 6238, section 5.2: a server may accept a code once. Judged where the next time step had begun by the time that the client keeps.',
    methods,
    trigger: 'follow the operation advance: log in twice with a second factor, in two time steps',
  },
  'client.second-step-no-cache': {
    level: 'must',
    statement: 'The second step carries the header `cache-control: no-cache`.',
    source: submission,
    methods,
    trigger,
  },
  'client.second-step-only-challenged': {
    level: 'must',
    statement: 'No second step is sent without a challenge.',
    source: {
      section: 'Endpoints',
      quote:
        'When the credentials are accepted and MFA is not enabled for the account, the login endpoint answers with the token response',
    },
    also: [
      {
        section: 'Endpoints',
        quote: 'token response, or the second-factor challenge response when MFA is enabled',
      },
    ],
    methods: ['token', 'mfa'],
    trigger: 'log in by the line protocol',
  },
  'client.seed-not-after-rejection': {
    level: 'must',
    statement: 'After a rejected second step the same seed is not sent again.',
    source: oneTime,
    reading:
      'Whether a wrong code spends the seed is not shown, so a client must not build on its living on: it logs in again.',
    methods,
    trigger: 'list by the line protocol while second steps are rejected',
  },
  'client.seed-not-after-token': {
    level: 'must',
    statement: 'A seed that bought a token is never sent again.',
    source: oneTime,
    methods,
    trigger,
  },
  'client.otp-url-same-origin': {
    level: 'must',
    statement: 'Nothing secret is sent to an `otp_url` of another origin.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'otp_url | string | path of the second-step endpoint',
    },
    reading: 'It is a path. A whole URL that leads elsewhere is never followed with a seed or a code.',
    methods,
    trigger: scenario,
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
