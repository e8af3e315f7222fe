import { under } from '../../rule.ts'
import type { ClientRequirement } from './types.ts'

const methods = ['mfa'] as const
const trigger = 'log in with CONFORMANCE_MFA_USERNAME and answer the challenge'
const scenario = 'log in through the line protocol with the mfa method'
const answers = under(
  'Endpoints',
  'The client then posts seed and otp_code to the path given in otp_url and receives the token response',
)
const submission = under(
  'Endpoints',
  '`{base_url}/api/users/v1/otp/auth/` | second-factor submission; header `cache-control: no-cache` is sent',
)
const oneTime = under(
  'Second-factor challenge response',
  'one-time value that must be sent back with the OTP code',
)

/** The challenge, and the second step that answers it. */
export const challenge = {
  'client.challenge-answered': {
    level: 'must',
    statement: 'The client responds to a challenge with a second step.',
    source: answers,
    also: [
      under('Token', 'When MFA is enabled, a second step with seed and otp_code is required.'),
      under(
        'Second-factor challenge response',
        'human-readable text asking the client to resubmit with the seed for the second step',
      ),
    ],
    reading: 'This also applies if the account had no second factor at an earlier login.',
    methods,
    trigger: scenario,
  },
  'client.challenge-by-code': {
    level: 'must',
    statement: 'A response is treated as a challenge only because of the integer code 101.',
    source: under('Second-factor challenge response', 'code | integer | 101 in the challenge case'),
    also: [under('Errors', 'body with code 101, msg, otp_url and seed (see Resources)')],
    reading:
      'A token response may have additional fields, including ones named `code`, `msg`, `seed` and `otp_url`; with any other number it is not a challenge. The login of an account that usually has a second factor may be answered with a token, too. The text `101` is not judged: some clients read it as the number, others accept integers only.',
    methods: ['token', 'mfa'],
    trigger: 'log in through the line protocol',
  },
  'client.second-step-post': {
    level: 'must',
    statement: 'The client sends the second step with POST.',
    source: under('Endpoints', 'POST | `{base_url}/api/users/v1/otp/auth/` | second-factor submission'),
    methods,
    trigger,
  },
  'client.second-step-at-otp-url': {
    level: 'must',
    statement: 'The client sends the second step to the path that the challenge gives in `otp_url`.',
    source: under('Second-factor challenge response', 'otp_url | string | path of the second-step endpoint'),
    also: [answers],
    reading:
      'The path is relative to the origin or to the base URL, with or without the base URL’s path prefix. The path in the endpoint table is only one possible value of `otp_url`.',
    methods,
    trigger,
  },
  'client.second-step-query': {
    level: 'must',
    statement: 'The client keeps a query in `otp_url`.',
    source: under('Second-factor challenge response', 'otp_url | string | path of the second-step endpoint'),
    reading:
      'The client sends back everything that the server gave: the server may need the query to recognise the login.',
    methods,
    trigger: scenario,
  },
  'client.second-step-json': {
    level: 'must',
    statement: 'The body of the second step is a JSON object, and its content type is `application/json`.',
    source: under(
      'Endpoints',
      'All bodies are JSON; the content type header is `Content-Type: application/json`',
    ),
    reading: 'The specification shows form-encoded fields only for the credential request.',
    methods,
    trigger,
  },
  'client.second-step-fields': {
    level: 'must',
    statement: 'The second step names its fields `seed` and `otp_code`.',
    source: under('Second-factor submission', 'seed | string | yes | value from the challenge response'),
    also: [under('Second-factor submission', 'otp_code | string | yes')],
    methods,
    trigger,
  },
  'client.seed-unchanged': {
    level: 'must',
    statement: 'The client sends the seed back exactly as the challenge gave it.',
    source: under('Second-factor submission', 'value from the challenge response'),
    also: [oneTime],
    reading: 'A seed is a string of any length and any characters.',
    methods,
    trigger: scenario,
  },
  'client.code-current': {
    level: 'must',
    statement: 'The code of the second step is the current one-time password of the user, as a string.',
    source: under('Second-factor submission', 'dynamic one-time password of the user'),
    reading:
      'Leading zeros are kept. A code from the time step before or after now also counts as current, by real time or by the server’s.',
    methods,
    trigger: scenario,
  },
  'client.code-once': {
    level: 'should',
    statement: 'The client sends a one-time code for one login only.',
    source: under('Second-factor submission', 'dynamic one-time password of the user'),
    reading:
      'RFC 6238, section 5.2: a server may accept a code once. Judged only if the next time step had already begun by the client’s own clock.',
    methods,
    trigger: 'on the advance operation, log in twice with a second factor, in two time steps',
  },
  'client.second-step-no-cache': {
    level: 'must',
    statement: 'The second step has the header `cache-control: no-cache`.',
    source: submission,
    methods,
    trigger,
  },
  'client.second-step-only-challenged': {
    level: 'must',
    statement: 'The client sends no second step without a challenge.',
    source: under(
      'Endpoints',
      'When the credentials are accepted and MFA is not enabled for the account, the login endpoint answers with the token response',
    ),
    also: [under('Endpoints', 'token response, or the second-factor challenge response when MFA is enabled')],
    methods: ['token', 'mfa'],
    trigger: 'log in through the line protocol',
  },
  'client.seed-not-after-rejection': {
    level: 'must',
    statement: 'After a rejected second step, the client does not send the same seed again.',
    source: oneTime,
    reading:
      'The specification does not say whether a wrong code uses up the seed, so a client must not rely on the seed staying valid. It logs in again.',
    methods,
    trigger: 'use the list operation of the line protocol while second steps are rejected',
  },
  'client.seed-not-after-token': {
    level: 'must',
    statement: 'The client never sends a seed again that it has exchanged for a token.',
    source: oneTime,
    reading:
      'If the response to a second step is cut off, the client does not know if it got a token, so it may try the seed again.',
    methods,
    trigger: scenario,
  },
  'client.otp-url-same-origin': {
    level: 'must',
    statement: 'The client sends nothing secret to an `otp_url` on another origin.',
    source: under('Second-factor challenge response', 'otp_url | string | path of the second-step endpoint'),
    reading:
      '`otp_url` is a path. Even if it is written as a URL that leads to another origin, or becomes one behind the base URL, the client never sends a seed or a code there.',
    methods,
    trigger: scenario,
  },
} as const satisfies Record<`client.${string}`, ClientRequirement>
