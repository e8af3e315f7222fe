export type PathFamily = 'users-v1' | 'v1'
export type Encoding = 'json' | 'form'

/**
 * Every place where the specification is silent, and what this server does there. A variation or a defect
 * changes its own copy; nothing else in the server holds a figure of its own.
 */
export const choices = {
  /** Both: the version at which the family changes is not shown. */
  pathFamilies: ['users-v1', 'v1'] as PathFamily[],
  /** Put before every path; a server may stand behind a prefix. */
  basePath: '',
  /** The second step of the newer family follows the name of its login. */
  newerSecondStepPath: '/api/v1/authentication/otp/auth/',
  /** Pages for people stand apart from the API: where the web login stands is not shown. */
  webLoginPath: '/auth/login/',
  homePath: '/auth/home/',
  logOutPath: '/auth/logout/',

  /** Lifetime of a token. Not a choice: "valid for 1 hour". Its end is exclusive: at 3600.000 s it is void. */
  tokenLifetimeSeconds: 3600,
  /** Random bytes in a token: 192 bits, as base64url. The form of a token is not shown. */
  tokenBytes: 24,
  /** How long void tokens, spent seeds and the like stay in memory, so that memory is bounded. */
  forgetAfterSeconds: 86_400,

  /** Login accepts both encodings; the examples show both. */
  loginEncodings: { 'users-v1': ['json', 'form'], v1: ['json', 'form'] } as Record<PathFamily, Encoding[]>,
  /** The second step takes a form as well: a client that logs in with a form will try it. */
  secondStepEncodings: { 'users-v1': ['json', 'form'], v1: ['json', 'form'] } as Record<
    PathFamily,
    Encoding[]
  >,
  /** Success answers. The response table names none; 200 is what a client expects of a POST that makes nothing nameable. */
  loginStatus: 200,
  /** The challenge is a good answer to a good password, and the next request is in its body: 200. */
  challengeStatus: 200,

  /** Life of a seed: time enough to find a phone, too short to guess. */
  seedLifetimeSeconds: 300,
  seedBytes: 24,
  /** A typing mistake costs a new code, not a new login. */
  wrongCodeSpendsSeed: false,
  /** An older challenge stays good beside a newer one: two browser tabs. */
  newChallengeVoidsOlder: false,
  /** RFC 6238 section 5.2: one step either side for clocks that differ and slow typing. */
  codeWindowSteps: 1,
  /** RFC 6238 section 5.2: a code is accepted once per time step. */
  codeAcceptedOncePerStep: true,

  /** Each login issues another token, so that logging out one device can never log out another. */
  sameTokenWhileItLives: false,

  /** How far a signed Date may be from the server's clock, either way. */
  skewSeconds: 300,
  /** What every signature must cover: without the target it could be moved, without the date it would never end. */
  signedNames: ['(request-target)', 'date'],
  /** The client does not choose: a key is for this algorithm. The label `rsa-sha256` of the layout example is rejected. */
  signatureAlgorithms: ['hmac-sha256'],
  /** Absent means `date` alone in drafts up to -10, which covers no target: rejected. */
  headersParameterMayBeAbsent: false,
  /** Within the skew the same signature is accepted again: a retry by a proxy is not an attack on a GET. */
  signatureAcceptedOnce: false,

  /** Random bytes in a private token, as hexadecimal digits: what a header, a file and a shell take as it is. */
  privateTokenBytes: 20,

  /** Fields of a user's record: what tells users apart, and nothing that needs keeping secret. */
  userFields: ['id', 'username', 'name', 'email'] as ('id' | 'username' | 'name' | 'email')[],
  /** Name of the field that holds the list. None: a plain, whole array is the least that "list of users" says. */
  listField: undefined as string | undefined,

  /** Random bytes in a session's ID and its form token, as base64url. */
  sessionBytes: 24,
  /** Life of a web session, from login. */
  sessionLifetimeSeconds: 86_400,
  /** The name is given; the attributes are not. */
  sessionCookieAttributes: 'Path=/; HttpOnly; SameSite=Lax',
  csrfCookieAttributes: 'Path=/; SameSite=Lax',
  /** Sessions without a user that are kept at most. */
  anonymousSessions: 10_000,
  /** A browser shows the form again, with the message in it. */
  webLoginRefusedStatus: 200,
  webLoginStatus: 302,

  /** RFC 9110: 401 says that credentials are missing or wrong. */
  notAuthenticatedStatus: 401,
  malformedStatus: 400,
  /** Fields of a rejection's body: a word for programs, a sentence for people. The challenge has a `msg` too. */
  refusalFields: { word: 'error', sentence: 'msg' },
  unsupportedEncodingStatus: 415,
  forbiddenStatus: 403,
  /** RFC 9110 section 11.6.1: a 401 names a scheme. */
  wwwAuthenticate: 'Bearer realm="api"' as string | undefined,
  /** Longest username, password, seed, code and form field; a longer one is malformed. In characters. */
  fieldLength: 4096,
  /** A body beyond this is rejected with 413. */
  bodyLimitBytes: 2 * 1024 * 1024,
  /** Request line and header fields together; more is rejected with 431. Node's own limit, which browsers keep to. */
  headerLimitBytes: 16 * 1024,
  /** From its first byte to its last; a slower request is rejected with 408. */
  requestTimeoutSeconds: 30,
  /** A connection that waits for its next request is closed after this. */
  keepAliveSeconds: 5,

  /** RFC 9110 section 11.1: scheme words are compared without letter case. */
  schemeWordsFoldCase: true,
  /** A server without a Date header is legal. */
  sendsDate: true,

  /** Below 2.0.0 stands every version whose first number is 0 or 1; a pre-release of 2.0.0 counts as 2.0.0. */
  referencePageMovedInMajor: 2,
}

export type Choices = typeof choices

/** A copy that may be changed. */
export function createChoices(): Choices {
  return structuredClone(choices)
}
