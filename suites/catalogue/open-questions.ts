// oxlint-disable max-lines -- one place lists everything that the specification leaves open
import { type OpenQuestion, under } from '../rule.ts'

const errors = under('Errors', 'status codes and error body shape: not shown')
const transitions = under(
  'States and transitions',
  'Transitions of all other objects (session, seed, user, access key): not shown',
)
const endpoints = under('Endpoints', 'Not shown: the second-step endpoint of the newer path family')
const listBody = under('Endpoints', 'the response body of the user list (shape, paging)')
const listQuery = under('Endpoints', 'the query parameters of the user list')
const canonical = under('Access key signature', 'Not shown: the exact canonical string to be signed')
const skew = under('Access key signature', 'the rules for the permitted clock skew of the Date header')
const webLogin = under('Access key signature', 'the login endpoint for the session cookie')
const limits = under('Limits', 'Rate limits, paging sizes and body size limits: not shown')
const code = under('Second-factor submission', 'dynamic one-time password of the user')
const families = under('Endpoints', 'Two path families appear.')

/** Every “not shown” of the specification, and what its readings leave open: measured if possible, never judged. */
export const openQuestions = {
  // Rejections
  'observe.refusal-login': {
    question: 'What status and body does a login with a wrong password or an unknown user get?',
    source: errors,
  },
  'observe.refusal-malformed-login': {
    question:
      'What status and body does a login with a missing field, malformed JSON or an unknown content type get?',
    source: errors,
  },
  'observe.refusal-second-step': {
    question: 'What status and body does a second step with a wrong code or a wrong seed get?',
    source: errors,
  },
  'observe.refusal-anonymous': {
    question:
      'What status and body does the user list return without credentials, and does the response name an authentication method?',
    source: errors,
  },
  'observe.refusal-token': {
    question: 'What status and body does an unknown token get?',
    source: errors,
  },
  'observe.refusal-expired-token': {
    question:
      'What status and body does an expired token get, and do they differ from those of an unknown one?',
    source: errors,
  },
  'observe.refusal-private-token': {
    question: 'What status and body does an unknown private token get?',
    source: errors,
  },
  'observe.refusal-signature': {
    question: 'What status and body does a wrong signature get, and do they say what is wrong with it?',
    source: errors,
  },
  'observe.refusal-session': {
    question: 'What status and body does an unknown session cookie get?',
    source: errors,
  },

  // Login and second factor
  'observe.status-login': {
    question: 'What status does a successful login have, and which fields besides `token`?',
    source: under('Endpoints', 'token response, or the second-factor challenge response when MFA is enabled'),
  },
  'observe.status-challenge': {
    question: 'What status does the challenge have, and which fields besides the four documented ones?',
    source: under('Errors', 'body with code 101, msg, otp_url and seed (see Resources)'),
  },
  'observe.numeric-fields': {
    question: 'Is a one-time code or a password accepted if it is sent as a JSON number instead of a string?',
    source: code,
  },
  'observe.form-encoded-second-step': {
    question: 'Is a second step sent as form-encoded fields accepted?',
    source: under(
      'Endpoints',
      'Client examples also send the credential request as form-encoded fields rather than JSON; the field names are the same',
    ),
  },
  'observe.newer-second-step': {
    question:
      'How does the second step of the newer path family work: with a seed and a code, with a session, or in another way?',
    source: endpoints,
  },
  'observe.seed-lifetime': {
    question: 'How long does an unused seed stay valid?',
    source: transitions,
  },
  'observe.seed-after-wrong-code': {
    question: 'Do wrong codes invalidate the seed, and if so, after how many?',
    source: transitions,
  },
  'observe.seed-after-newer-challenge': {
    question: 'Does a newer challenge for the same account invalidate an older seed?',
    source: transitions,
  },
  'observe.seed-uses': {
    question: 'How many attempts at the second step does one seed allow before it yields a token?',
    source: transitions,
  },
  'observe.code-window': {
    question:
      'From how many time steps before and after the current one does the server accept a one-time code?',
    source: code,
  },
  'observe.second-step-remembered': {
    question:
      'After a completed second step, are the password and the cookies set along the way enough to get another token without a code?',
    source: under('Token', 'When MFA is enabled, a second step with seed and otp_code is required'),
  },
  'observe.code-reuse': {
    question: 'Is a one-time code accepted a second time within its time step?',
    source: code,
  },
  'observe.lockout': {
    question:
      'After how many failed logins is an account locked, for how long, and does a valid login clear the count?',
    source: limits,
    reading: 'Measured only if the declaration allows it (`observe.lockout`), because it locks an account.',
  },

  // Tokens
  'observe.token-lifetime': {
    question: 'How long does a token work, to the second?',
    source: under('Limits', 'Token validity | 1 hour'),
    // Measured with an unused token: it says nothing about a token whose life is prolonged by use.
    shownWith: ['token.works-for-hour', 'token.void-after-hour'],
  },
  'observe.token-again': {
    question:
      'Does a second login return the same token while that token is valid, and does it restart the token’s hour?',
    source: under('States and transitions', 'token valid | time passes | 1 hour after issue | token expired'),
  },
  'observe.token-form': {
    question: 'What does a token look like: its length, its characters, opaque or structured?',
    source: under('Token response', 'bearer token, valid for 1 hour'),
  },
  'observe.scheme-case': {
    question: 'Are the scheme words `Bearer`, `Token` and `Signature` accepted in another letter case?',
    source: under('Private token', 'Sent with the scheme word `Token` (not `Bearer`)'),
  },
  'observe.two-credentials': {
    question: 'What response does a request get if it carries both a valid and an invalid credential?',
    source: under('Authentication', 'Four methods are supported'),
  },

  // Signatures
  'observe.signing-string': {
    question: 'Which form of the signing string does the server verify?',
    source: canonical,
  },
  'observe.headers-required': {
    question: 'Which of `(request-target)`, `accept`, `date` and `host` may be left out of the signed list?',
    source: canonical,
  },
  'observe.headers-absent': {
    question:
      'If the `headers` parameter is absent, what has to be signed: the date or `(created)`, or is the request rejected?',
    source: canonical,
  },
  'observe.header-list-case': {
    question: 'Are upper-case names in the `headers` parameter accepted?',
    source: canonical,
  },
  'observe.date-skew-past': {
    question: 'How far in the past may the signed Date lie, to the second?',
    source: skew,
  },
  'observe.date-skew-future': {
    question: 'How far in the future may the signed Date lie, to the second?',
    source: skew,
  },
  'observe.date-not-http': {
    question: 'Is a signed Date accepted if it is not an HTTP date: empty, a number, another format?',
    source: under(
      'Access key signature',
      'The `Accept` header is `application/json` and the `Date` header is an HTTP date (RFC 7231 format)',
    ),
  },
  'observe.date-twice': {
    question: 'What happens to a signed request with two Date headers?',
    source: canonical,
  },
  'observe.x-date': {
    question: 'Does an unsigned `X-Date` replace the signed Date?',
    source: canonical,
  },
  'observe.signature-replay': {
    question: 'Is the same signed request accepted a second time, and for how long?',
    source: under('Authentication', 'per request'),
  },
  'observe.rsa-sha256-label': {
    question: 'Is a valid HMAC-SHA256 signature accepted under the algorithm label `rsa-sha256`?',
    source: under(
      'Access key signature',
      'The header layout example shows `rsa-sha256` as the algorithm value',
    ),
  },
  'observe.algorithms': {
    question: 'Which algorithms and labels are accepted: `hmac-sha1`, `hmac-sha512`, `hs2019`, none?',
    source: under('Access key signature', 'with the secret using a symmetric algorithm'),
  },
  'observe.duplicate-parameters': {
    question:
      'What happens to an Authorization header that gives a parameter twice, and which of the two counts?',
    source: canonical,
  },
  'observe.loose-syntax': {
    question: 'Are parameters in another order, spaces after commas and base64 without padding accepted?',
    source: canonical,
  },

  // Sessions
  'observe.session-lifetime': {
    question: 'How long does a session stay valid, idle and in use?',
    source: under('Authentication', 'not shown beyond being the web login session'),
  },
  'observe.session-end': {
    question: 'Does a session end at logout or at another login of the same account?',
    source: transitions,
    excluded:
      'The specification names no logout, and the declared session may be the only one that the run has.',
  },
  'observe.web-login': {
    question: 'Where does the web login send the browser, with what status, and does the session ID change?',
    source: webLogin,
  },
  'observe.web-login-mfa': {
    question:
      'Does the web login of an account with a second factor give access to the list after the password alone?',
    source: webLogin,
  },
  'observe.cookie-attributes': {
    question: 'Which attributes does the session cookie have: HttpOnly, Secure, SameSite, Path, Max-Age?',
    source: under('Authentication', 'cookie named `sessionid`, sent on every request'),
  },

  // Users
  'observe.user-fields': {
    question: 'Which fields, of which types, do the records of the user list have?',
    source: under('User', 'Fields of the user record returned by the user list: not shown'),
  },
  'observe.list-shape': {
    question: 'Where in the response are the records: at the top level, or under which keys?',
    source: listBody,
  },
  'observe.list-paging': {
    question: 'Is the list paged, how large is a page, and which parameters choose one?',
    source: listBody,
    also: [listQuery],
  },
  'observe.list-order': {
    question: 'In which order do the records come, and is it the same each time?',
    source: listBody,
  },
  'observe.list-query': {
    question: 'Which query parameters change the list, and what happens to an unknown one?',
    source: listQuery,
  },
  'observe.list-other-formats': {
    question: 'What does the list return for an `Accept` other than JSON?',
    source: listBody,
  },

  // The server as a whole
  'observe.path-families': {
    question: 'Which path families are served, and where do the others lead?',
    source: families,
    also: [under('Versioning', 'the exact server version at which the path family changes: not shown')],
  },
  'observe.trailing-slash': {
    question: 'What do the paths return without their trailing slash?',
    source: under('Endpoints', 'all other endpoints of the service'),
  },
  'observe.reference-page-place': {
    question: 'Where is a reference page found when version or debug mode is not declared?',
    source: under('Endpoints', 'The reference pages exist only when the server runs in debug mode'),
  },
  'observe.body-limit': {
    question: 'How large may the body of a login be, and what does a larger one get?',
    source: limits,
  },
  'observe.rate-limit': {
    question: 'Was any request rate-limited during the run, and if so, with what status and Retry-After?',
    source: limits,
  },

  // Not measured
  'observe.family-version': {
    question: 'At which server version does the path family change?',
    source: under('Versioning', 'the exact server version at which the path family changes: not shown'),
    excluded: 'One server has only one version; comparing the reports of several servers answers this.',
  },
  'observe.other-functions': {
    question: 'Which other business functions does the service have?',
    source: under('What the service does', 'Other business functions of the service: not shown'),
    excluded: 'The specification does not name them, so no request can test for them.',
  },
  'observe.other-endpoints': {
    question: 'Which other endpoints does the service have?',
    source: under('Endpoints', 'all other endpoints of the service'),
    excluded:
      'The specification does not name them, and guessing paths on somebody else’s server would be careless.',
  },
  'observe.key-management': {
    question: 'How is an access key created and managed?',
    source: under('Access key', 'How it is created and managed: not shown'),
    also: [under('Access key signature', 'how an access key is created')],
    excluded: 'Keys are declared; how they were created can’t be seen from outside.',
  },
  'observe.user-and-key-states': {
    question: 'What happens to credentials when a user or an access key is disabled or removed?',
    source: transitions,
    excluded: 'The suite does not change users or keys on a server.',
  },
  'observe.events': {
    question: 'Which events, callbacks or notifications does the service send?',
    source: under('Events', 'Events, callbacks or notifications: not shown'),
    excluded: 'The specification does not say where they would be sent, so the suite can’t listen for them.',
  },
} as const satisfies Record<`observe.${string}`, OpenQuestion>
