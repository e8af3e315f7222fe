import { type Requirement, under } from '../rule.ts'

const oneTime = under(
  'Second-factor challenge response',
  'one-time value that must be sent back with the OTP code',
)

/** Login of an account with a second factor: challenge, seed and one-time code. */
export const mfa = {
  'mfa.challenge-shape': {
    level: 'must',
    statement:
      'On the older path family, an accepted first step returns a challenge as `application/json`: `code` is the integer 101; `msg`, `otp_url` and `seed` are strings.',
    source: under('Second-factor challenge response', 'code | integer | 101 in the challenge case'),
    also: [
      under(
        'Second-factor challenge response',
        'human-readable text asking the client to resubmit with the seed for the second step',
      ),
      under('Endpoints', 'When MFA is enabled, the login endpoint answers with the challenge response'),
      under('Errors', 'body with code 101, msg, otp_url and seed (see Resources)'),
      under('Endpoints', 'All bodies are JSON; the content type header is `Content-Type: application/json`'),
    ],
    reading:
      'Any status but 5xx, any language of `msg` and additional fields are allowed. `otp_url` and `seed` are not empty, because the client posts to the one and sends back the other. A second step for an earlier login does not replace the one for the next login.',
  },
  'mfa.newer-family-two-steps': {
    level: 'must',
    statement:
      'On the newer path family, username and password alone do not get a token for an account with a second factor.',
    source: under('Endpoints', 'with MFA enabled a two-step login is required'),
    reading:
      'The specification does not say what the two steps look like there, so nothing more is required of the response.',
  },
  'mfa.newer-family-challenge-shape': {
    level: 'must',
    statement:
      'If the newer path family responds to a first step with code 101, the response has the fields and types of the challenge.',
    source: under('Second-factor challenge response', 'code | integer | 101 in the challenge case'),
    reading:
      'The challenge table does not name a path family, but for the newer one it is only said that two steps are needed: if the response to a first step has another form, the rule is not applicable. A `code` that is the string "101" counts as the code with the wrong type.',
  },
  'mfa.wrong-password-no-challenge': {
    level: 'must',
    statement:
      'A login with a wrong password for an account with a second factor returns neither a challenge nor a token.',
    source: under('Errors', 'Login with MFA enabled and first step accepted'),
    reading: 'The challenge belongs to a first step that was accepted; one with a wrong password is not.',
  },
  'mfa.challenge-opens-nothing': {
    level: 'must',
    statement:
      'Nothing in the response to a first step, no string and no cookie, gives access to a user list before the second step is done.',
    source: under('Token', 'When MFA is enabled, a second step with seed and otp_code is required'),
    reading:
      'Every string in the body is tried as a token and every cookie as it was set. After the second step, the same cookie may become a session.',
  },
  'mfa.second-step-grants-token': {
    level: 'must',
    statement:
      'The seed and the current one-time code, posted with `cache-control: no-cache` to the path in `otp_url`, return a token that gives access to the user list.',
    source: under(
      'Endpoints',
      'The client then posts seed and otp_code to the path given in otp_url and receives the token response',
    ),
    also: [
      under('Second-factor challenge response', 'otp_url | string | path of the second-step endpoint'),
      under('Endpoints', 'second-factor submission; header `cache-control: no-cache` is sent'),
    ],
    reading:
      'The path may or may not include the base URL’s path prefix, and may have a query string. Any 2xx status is accepted. The code is from the current time step of the server’s clock and used for the first time. If the newer path family returns code 101, its `otp_url` has to work as well.',
  },
  'mfa.second-step-token-response': {
    level: 'must',
    statement:
      'A successful second step returns `application/json` with a JSON object whose `token` is a non-empty string.',
    source: under(
      'Endpoints',
      'posts seed and otp_code to the path given in otp_url and receives the token response',
    ),
    reading: 'The token response is the same as for a login in one step; additional fields are allowed.',
  },
  'mfa.wrong-code': {
    level: 'must',
    statement: 'A valid seed with a one-time code that is not the user’s does not return a token.',
    source: under('Second-factor submission', 'dynamic one-time password of the user'),
    reading:
      'The specification does not say how many neighbouring time steps a server accepts, so the codes tried differ, as numbers, from those of the twenty steps on either side. A cookie or a string in the rejection that opens a user list counts as a token.',
  },
  'mfa.wrong-seed': {
    level: 'must',
    statement: 'A valid one-time code with a seed that was never issued does not return a token.',
    source: under('Second-factor submission', 'seed | string | yes | value from the challenge response'),
    reading:
      'A seed that differs from a valid one only in letter case or in leading or trailing white space may be treated as the same seed.',
  },
  'mfa.missing-field': {
    level: 'must',
    statement: 'A second step without `seed` or without `otp_code` does not return a token.',
    source: under('Second-factor submission', 'seed | string | yes'),
    also: [under('Second-factor submission', 'otp_code | string | yes')],
    reading: 'Both rows of the table say that the field is required. An empty string counts as missing.',
  },
  'mfa.other-accounts-seed': {
    level: 'must',
    statement: 'A seed issued to one account does not return a token with the one-time code of another.',
    source: oneTime,
    reading: 'The seed stands for the account whose password was accepted; the code must be that account’s.',
  },
  'mfa.seed-one-time': {
    level: 'must',
    statement: 'A seed can be exchanged for at most one token.',
    source: oneTime,
    reading:
      'The first submission that returns a token uses up the seed. The specification does not say whether a wrong code or a newer challenge, of this account or another, also uses it up, nor how long it stays valid, so no case may depend on that.',
  },
  'mfa.seed-fresh': {
    level: 'must',
    statement: 'A challenge that is issued after a seed was used up has a new seed.',
    source: oneTime,
    reading: 'Two challenges in a row with no second step between them may have the same seed.',
  },
  'mfa.seed-per-account': {
    level: 'must',
    statement: 'Challenges for two accounts carry different seeds.',
    source: oneTime,
    reading: 'A value good for one use can’t stand for two accounts at once.',
  },
  'mfa.old-code-refused': {
    level: 'should',
    statement: 'A one-time code from an hour ago, or from an hour ahead, does not return a token.',
    source: under('Second-factor submission', 'dynamic one-time password of the user'),
    reading:
      'Dynamic is read as changing with time. The specification does not say how wide the window is; an hour is outside every window in use, and so are half a day and a day.',
  },
  'mfa.code-one-time': {
    level: 'should',
    statement:
      'A one-time code can be exchanged for one token only: the same code is rejected with a second seed.',
    source: under('Second-factor submission', 'dynamic one-time password of the user'),
    reading: 'One-time is read as in RFC 6238, section 5.2: a code that was accepted is not accepted again.',
  },
  'mfa.fixed-second-step-path': {
    level: 'should',
    statement:
      'If `otp_url` gives another path, the second step of the older family also works at `/api/users/v1/otp/auth/`.',
    source: under('Endpoints', 'POST | `{base_url}/api/users/v1/otp/auth/` | second-factor submission'),
    reading:
      'The endpoint table gives the path, but the rules say to follow `otp_url`. A client that follows the rules never notices a difference, so this is not a `must`.',
  },
  'mfa.otp-url-relative': {
    level: 'should',
    statement: '`otp_url` is a path, not an absolute URL.',
    source: under('Second-factor challenge response', 'otp_url | string | path of the second-step endpoint'),
    reading: 'An absolute URL of the same origin can still be followed; one of another origin never is.',
  },
} as const satisfies Record<`mfa.${string}`, Requirement>
