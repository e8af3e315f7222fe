export type PathFamily = 'users-v1' | 'v1'
export type Encoding = 'json' | 'form'

/**
 * Every place where the specification is silent, and what this server does there. A variation or a defect changes its own
 * copy; no other code of the server contains such a value.
 */
export const choices = {
  /** Both: the version at which the family changes is not specified. */
  pathFamilies: ['users-v1', 'v1'] as PathFamily[],
  /** Put before every path; a server may run behind a prefix. */
  basePath: '',
  /** The newer family's path for the second step follows the name of its login. */
  newerSecondStepPath: '/api/v1/authentication/otp/auth/',
  /** Pages for people have paths apart from the API: the path of the web login is not specified. */
  webLoginPath: '/auth/login/',
  homePath: '/auth/home/',
  logOutPath: '/auth/logout/',

  /** Lifetime of a token. Not a choice: "valid for 1 hour". Its end is exclusive: at 3600.000 s the token is void. */
  tokenLifetimeSeconds: 3600,
  /** Random bytes in a token: 192 bits, as base64url. The form of a token is not specified. */
  tokenBytes: 24,
  /** How long void tokens, spent seeds and similar records are kept, so that memory is bounded. */
  forgetAfterSeconds: 86_400,

  /** Login accepts both encodings; the examples show both. */
  loginEncodings: { 'users-v1': ['json', 'form'], v1: ['json', 'form'] } as Record<PathFamily, Encoding[]>,
  /** The second step accepts a form as well: a client that logs in with a form will try it. */
  secondStepEncodings: { 'users-v1': ['json', 'form'], v1: ['json', 'form'] } as Record<
    PathFamily,
    Encoding[]
  >,
  /**
   * Status of successful answers. The response table names none; clients expect 200 for a POST that creates no resource.
   */
  loginStatus: 200,
  /** 200: the challenge is the proper answer to a valid password, and its body describes the next request. */
  challengeStatus: 200,

  /** Lifetime of a seed: long enough to find a phone, too short to guess. */
  seedLifetimeSeconds: 300,
  seedBytes: 24,
  /** A typing mistake costs a new code rather than a new login. */
  wrongCodeSpendsSeed: false,
  /** An older challenge stays valid next to a newer one, as with two browser tabs. */
  newChallengeVoidsOlder: false,
  /** RFC 6238 section 5.2: one step on either side, for clocks that differ and slow typing. */
  codeWindowSteps: 1,
  /** RFC 6238 section 5.2: a code is accepted once per time step. */
  codeAcceptedOncePerStep: true,

  /** Each login issues another token, so that logging out one device never logs out another. */
  sameTokenWhileItLives: false,

  /** How far a signed Date may differ from the server's clock, in either direction. */
  skewSeconds: 300,
  /** What every signature must cover: without the target it could be moved, without the date it would never expire. */
  signedNames: ['(request-target)', 'date'],
  /**
   * The client has no choice: a key belongs to this algorithm. The label `rsa-sha256` of the layout example is rejected.
   */
  signatureAlgorithms: ['hmac-sha256'],
  /** In drafts up to -10, an absent parameter means `date` alone, which covers no target: rejected. */
  headersParameterMayBeAbsent: false,
  /** Within the skew, the same signature is accepted again: a proxy that retries a GET is no attack. */
  signatureAcceptedOnce: false,

  /** Random bytes in a private token, as hexadecimal digits, which headers, files and shells take without quoting. */
  privateTokenBytes: 20,

  /** Fields of a user's record: what tells users apart, and nothing that must stay secret. */
  userFields: ['id', 'username', 'name', 'email'] as ('id' | 'username' | 'name' | 'email')[],
  /** Name of the field that holds the list. Undefined, since a plain array is the simplest "list of users". */
  listField: undefined as string | undefined,

  /** Random bytes in a session's ID and its form token, as base64url. */
  sessionBytes: 24,
  /** Lifetime of a web session, from login. */
  sessionLifetimeSeconds: 86_400,
  /** The name is specified; the attributes are not. */
  sessionCookieAttributes: 'Path=/; HttpOnly; SameSite=Lax',
  csrfCookieAttributes: 'Path=/; SameSite=Lax',
  /** At most this many sessions without a user are kept. */
  anonymousSessions: 10_000,
  /** A browser shows the form again, with the message in it. */
  webLoginRejectedStatus: 200,
  webLoginStatus: 302,

  /** RFC 9110: 401 means that credentials are missing or invalid. */
  notAuthenticatedStatus: 401,
  malformedStatus: 400,
  /** Fields of a rejection's body: a word for programs, a sentence for people. The challenge has a `msg` too. */
  rejectionFields: { word: 'error', sentence: 'msg' },
  unsupportedEncodingStatus: 415,
  forbiddenStatus: 403,
  /** RFC 9110 section 11.6.1: a 401 names a scheme. */
  wwwAuthenticate: 'Bearer realm="api"' as string | undefined,
  /** The most characters in a username, password, seed, code or form field; a longer one is malformed. */
  fieldLength: 4096,
  /** A longer body is rejected with 413. */
  bodyLimitBytes: 2 * 1024 * 1024,
  /**
   * Request line and header fields together; more is rejected with 431. This is Node's own limit, which browsers respect.
   */
  headerLimitBytes: 16 * 1024,
  /** From the first byte to the last; a slower request is rejected with 408. */
  requestTimeoutSeconds: 30,
  /** A connection that waits this long for its next request is closed. */
  keepAliveSeconds: 5,

  /** RFC 9110 section 11.1: scheme words are compared without regard to letter case. */
  schemeWordsFoldCase: true,
  /** A server without a Date header is legal. */
  sendsDate: true,

  /** Every version whose first number is 0 or 1 is below 2.0.0; a pre-release of 2.0.0 counts as 2.0.0. */
  referencePageMovedInMajor: 2,
}

export type Choices = typeof choices

/** Returns a copy that may be changed. */
export function createChoices(): Choices {
  return structuredClone(choices)
}
