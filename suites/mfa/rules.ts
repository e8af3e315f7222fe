import type { Requirement } from '../catalogue/types.ts'

/** Login of an account with a second factor: challenge, seed and one-time code. */
export const mfa = {
  'mfa.challenge-shape': {
    level: 'must',
    statement:
      'On the older path family an accepted first step is answered with a challenge, `application/json`: `code` the integer 101, and the strings `msg`, `otp_url` and `seed`.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'code | integer | 101 in the challenge case',
    },
    also: [
      {
        section: 'Second-factor challenge response',
        quote: 'human-readable text asking the client to resubmit with the seed for the second step',
      },
      {
        section: 'Endpoints',
        quote: 'When MFA is enabled, the login endpoint answers with the challenge response',
      },
      { section: 'Errors', quote: 'body with code 101, msg, otp_url and seed (see Resources)' },
      {
        section: 'Endpoints',
        quote: 'All bodies are JSON; the content type header is `Content-Type: application/json`',
      },
    ],
    reading:
      'Any status but 5xx, any language of `msg` and any further field are free. `otp_url` and `seed` are not empty, since the client posts to the one and sends back the other. A second step that was done before does not spare the next one.',
  },
  'mfa.newer-family-two-steps': {
    level: 'must',
    statement:
      'On the newer path family, user name and password alone earn no token for an account with a second factor.',
    source: { section: 'Endpoints', quote: 'with MFA enabled a two-step login is required' },
    reading: 'What the two steps look like there is not shown, so nothing more is asked of the answer.',
  },
  'mfa.newer-family-challenge-shape': {
    level: 'must',
    statement:
      'Where the newer path family answers a first step with code 101, the answer has the fields and types of the challenge.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'code | integer | 101 in the challenge case',
    },
    reading:
      'The table of the challenge names no path family, but the newer one is only said to need two steps: a first step answered in another way is not applicable here. A code that is the text "101" is the code in a wrong type.',
  },
  'mfa.wrong-password-no-challenge': {
    level: 'must',
    statement: 'A wrong password for an account with a second factor earns neither a challenge nor a token.',
    source: { section: 'Errors', quote: 'Login with MFA enabled and first step accepted' },
    reading: 'The challenge belongs to a first step that was accepted; a wrong password is not.',
  },
  'mfa.challenge-opens-nothing': {
    level: 'must',
    statement:
      'Nothing in the answer to a first step, no string and no cookie, opens a user list before the second step is done.',
    source: {
      section: 'Token',
      quote: 'When MFA is enabled, a second step with seed and otp_code is required',
    },
    reading:
      'Every string of the body is tried as a token and every cookie as it was set. After the second step the same cookie may become a session.',
  },
  'mfa.second-step-grants-token': {
    level: 'must',
    statement:
      'Seed and current one-time code, posted with `cache-control: no-cache` to the path that `otp_url` names, buy a token that opens the user list.',
    source: {
      section: 'Endpoints',
      quote:
        'The client then posts seed and otp_code to the path given in otp_url and receives the token response',
    },
    also: [
      {
        section: 'Second-factor challenge response',
        quote: 'otp_url | string | path of the second-step endpoint',
      },
      { section: 'Endpoints', quote: 'second-factor submission; header `cache-control: no-cache` is sent' },
    ],
    reading:
      'The path may stand with or without the prefix of the base URL and carry a query string. Any 2xx status will do. The code is that of the current time step of the server’s clock, used for the first time. Where the newer path family answers code 101, its `otp_url` has to work as well.',
  },
  'mfa.second-step-token-response': {
    level: 'must',
    statement:
      'A successful second step answers `application/json` with a JSON object whose `token` is a non-empty string.',
    source: {
      section: 'Endpoints',
      quote: 'posts seed and otp_code to the path given in otp_url and receives the token response',
    },
    reading: 'The same token response as that of a login in one step; further fields are free.',
  },
  'mfa.wrong-code': {
    level: 'must',
    statement: 'A valid seed with a one-time code that is not the user’s earns no token.',
    source: { section: 'Second-factor submission', quote: 'dynamic one-time password of the user' },
    reading:
      'How many neighbouring time steps a server accepts is not shown, so a wrong code differs as a number from those of twenty steps on either side.',
  },
  'mfa.wrong-seed': {
    level: 'must',
    statement: 'A valid one-time code with a seed that was never given out earns no token.',
    source: {
      section: 'Second-factor submission',
      quote: 'seed | string | yes | value from the challenge response',
    },
    reading:
      'A seed that differs from a live one only in letter case or outer white space may be taken for it.',
  },
  'mfa.missing-field': {
    level: 'must',
    statement: 'A second step without `seed` or without `otp_code` earns no token.',
    source: { section: 'Second-factor submission', quote: 'seed | string | yes' },
    also: [{ section: 'Second-factor submission', quote: 'otp_code | string | yes' }],
    reading: 'Both rows of the table say that the field is required. An empty string counts as no value.',
  },
  'mfa.other-accounts-seed': {
    level: 'must',
    statement: 'A seed given to one account earns no token with the one-time code of another.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'one-time value that must be sent back with the OTP code',
    },
    reading: 'The seed stands for the account whose password was accepted; the code must be that account’s.',
  },
  'mfa.seed-one-time': {
    level: 'must',
    statement: 'A seed buys at most one token.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'one-time value that must be sent back with the OTP code',
    },
    reading:
      'Spent by the first submission that earns a token. Whether a wrong code or a newer challenge also spends it, and how long it lives, is not shown, so no case may depend on that.',
  },
  'mfa.seed-fresh': {
    level: 'must',
    statement: 'A challenge made after a seed was spent carries another seed.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'one-time value that must be sent back with the OTP code',
    },
    reading: 'Two challenges in a row with no second step between them may carry the same seed.',
  },
  'mfa.seed-per-account': {
    level: 'must',
    statement: 'Challenges for two accounts carry different seeds.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'one-time value that must be sent back with the OTP code',
    },
    reading: 'A value good for one use can’t stand for two accounts at once.',
  },
  'mfa.old-code-refused': {
    level: 'should',
    statement: 'A one-time code from an hour ago, or of an hour ahead, earns no token.',
    source: { section: 'Second-factor submission', quote: 'dynamic one-time password of the user' },
    reading:
      'Dynamic is read as changing with time. The width of the window is not shown; an hour is outside every window in use, and so are half a day and a day.',
  },
  'mfa.code-one-time': {
    level: 'should',
    statement: 'A one-time code buys one token: the same code is rejected with a second seed.',
    source: { section: 'Second-factor submission', quote: 'dynamic one-time password of the user' },
    reading: 'One-time is read as in RFC 6238, section 5.2: a code that was accepted is not accepted again.',
  },
  'mfa.fixed-second-step-path': {
    level: 'should',
    statement:
      'Where `otp_url` names another path, the second step of the older family also works at `/api/users/v1/otp/auth/`.',
    source: {
      section: 'Endpoints',
      quote: 'POST | `{base_url}/api/users/v1/otp/auth/` | second-factor submission',
    },
    reading:
      'The table of endpoints names the path, the rules say to follow `otp_url`. A client that follows the rules never notices a difference, hence no `must`.',
  },
  'mfa.otp-url-relative': {
    level: 'should',
    statement: '`otp_url` is a path and no absolute URL.',
    source: {
      section: 'Second-factor challenge response',
      quote: 'otp_url | string | path of the second-step endpoint',
    },
    reading: 'An absolute URL of the same origin can still be followed; one of another origin never is.',
  },
} as const satisfies Record<`mfa.${string}`, Requirement>
