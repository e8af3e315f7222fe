// Over 300 lines: one report with everything in it, for all formats.
import type { Level, Report, ReportedCase, ReportedExchange, ReportedRequirement } from '../report.ts'
import { totalsIn } from '../words.ts'

/** Text that breaks a renderer that doesn't escape: markup, characters that XML forbids, terminal and direction codes. */
export const HOSTILE =
  '<script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'"> `|` ]]> & \u0000\u0008\u001b[31m \u202eabc \ud800 end'

const BASE = 'http://127.0.0.1:8080'

/** A report with every verdict, hostile strings, a pair, a counterexample, timelines and observations. */
export function createSampleReport(): Report {
  const requirements = sampleRequirements()
  const ofLevel = (wanted: Level) => requirements.filter(({ level }) => level === wanted)
  return {
    schemaVersion: '1.0',
    suite: { name: 'auth-api-conformance', version: '0.1.0', catalogueHash: 'sha256-1f2e3d4c5b6a' },
    subject: {
      baseUrl: BASE,
      serverVersion: '2.10.0',
      declared: ['accounts.plain', 'accounts.mfa', 'privateTokens.plain', 'accessKeys', 'clock', 'session'],
    },
    startedAt: '2026-11-20T10:00:00.000Z',
    durationMs: 3412,
    seed: 42,
    runs: 25,
    exchanges: 431,
    exitCode: 1,
    conclusion: 'not-conformant',
    reproduce: `npx conformance --base-url ${BASE} --config conformance.yaml --seed 42`,
    totals: { must: totalsIn(ofLevel('must')), should: totalsIn(ofLevel('should')) },
    requirements,
    excluded: [
      {
        id: 'private-token.no-web-interface',
        statement: 'A private token is never created through the web interface.',
        quote: 'never through the web interface',
        reason: 'That no page of a server creates one can not be shown from outside.',
      },
    ],
    observations: [
      {
        id: 'refusal.status-of-wrong-password',
        question: 'With which status does a wrong password earn nothing?',
        answer: '401 with a JSON body {"detail": …}',
        quote: 'status codes and error body shape: not shown',
      },
      {
        id: 'signature.date-skew',
        question: 'How far may the Date of a signed request be off?',
        answer: '300 s before, 300 s after (bisected, sure to 1 s)',
        quote: 'the rules for the permitted clock skew of the Date header',
      },
      {
        id: 'login.lockout',
        question: 'How many failed logins lock an account?',
        answer: null,
        quote: 'Rate limits, paging sizes and body size limits: not shown',
        reason: 'Not measured, because it locks an account: declare observe.lockout: true.',
      },
    ],
    notes: [
      'declare accounts.mfa2 to test mfa.seed-of-another-account',
      'The clock of the subject now stands 7,231 s ahead; it was never moved back.',
    ],
    clock: { kind: 'control', aheadSeconds: 7231 },
    complete: true,
  }
}

function sampleRequirements(): ReportedRequirement[] {
  return [
    requirement('login.json', 'must', 'Credentials sent as JSON earn a token.', 'All bodies are JSON', [
      passed('login.json/users-v1', 'the older family answers a valid login with a token'),
      passed('login.json/v1', 'the newer family answers a valid login with a token'),
    ]),
    requirement('login.hostile', 'must', `A name like ${HOSTILE} earns nothing.`, 'account name', [
      {
        ...passed('login.hostile/markup', `a name with ${HOSTILE}`),
        verdict: 'fail',
        wanted: 'a rejection',
        got: `POST /api/users/v1/auth/ answered 200 ${HOSTILE}`,
        message: `The server greeted ${HOSTILE}`,
        transcript: [exchange(1, 'judged', 'POST', '/api/users/v1/auth/', 200, HOSTILE, HOSTILE)],
      },
    ]),
    requirement(
      'mfa.seed-one-time',
      'must',
      'A seed can be exchanged for at most one token.',
      'one-time value that must be sent back with the OTP code',
      [spentSeed()],
      'The first submission that returns a token uses up the seed. The specification does not say whether a wrong code also uses it up, so no case may depend on that.',
    ),
    requirement('mfa.seed-of-another-account', 'must', 'A seed serves the account it was made for.', 'seed', [
      {
        ...passed('mfa.seed-of-another-account/swap', "a seed with another account's code earns nothing"),
        verdict: 'untested',
        message: 'declare accounts.mfa2',
        exchanges: 0,
      },
    ]),
    requirement('token.one-hour', 'must', 'A token is void an hour after issue.', '1 hour, then void', [
      expiry(),
    ]),
    requirement(
      'token.not-as-token',
      'should',
      'A one-hour token is rejected under the word Token.',
      'Bearer',
      [passed('token.not-as-token/users-v1', 'Token <access token> opens no list of the older family')],
    ),
    requirement('private-token.permanent', 'must', 'A private token does not expire.', 'permanent', [
      {
        ...passed('private-token.permanent/ten-years', 'it works ten years on'),
        verdict: 'inconclusive',
        message:
          'The clock did not move: two hours were asked for, and the server still answers with the old time.',
        transcript: [exchange(1, 'step', 'GET', '/api/v1/users/users/', 200, null, '[{"username":"ada"}]')],
      },
    ]),
    requirement(
      'signature.wrong-secret',
      'must',
      'A signature made with another secret is rejected.',
      'only if',
      [propertyFailure()],
    ),
    requirement(
      'session.cookie',
      'must',
      'A session cookie works on each list.',
      'cookie named `sessionid`',
      [
        {
          ...passed('session.cookie/users-v1', 'the cookie opens the list'),
          verdict: 'not-applicable',
          message: 'declared unsupported',
        },
      ],
    ),
    requirement('refusal.no-5xx', 'should', 'A rejection is not a 5xx.', 'Failed authentication', [
      {
        ...passed('refusal.no-5xx/junk', 'junk in Authorization is rejected without a 5xx'),
        verdict: 'error',
        message: 'TypeError: the case evaluated no expectation',
      },
    ]),
  ]
}

function spentSeed(): ReportedCase {
  const path = '/api/users/v1/otp/auth/'
  return {
    ...passed('mfa.seed-one-time/spent', 'a seed that bought a token buys no second one'),
    verdict: 'fail',
    wanted: 'a rejection',
    got: `POST ${path} answered 200 {"token":"***"}`,
    message: 'The spent seed bought another token.',
    changed: 'the seed: it has already bought a token',
    transcript: [
      exchange(
        1,
        'step',
        'POST',
        '/api/users/v1/auth/',
        300,
        '{"username":"bob","password":"***"}',
        '{"code":101,"msg":"…","otp_url":"/api/users/v1/otp/auth/","seed":"***"}',
      ),
      exchange(2, 'twin', 'POST', path, 200, '{"seed":"***","otp_code":"***"}', '{"token":"***"}'),
      {
        ...exchange(3, 'judged', 'POST', path, 200, '{"seed":"***","otp_code":"***"}', '{"token":"***"}'),
        violates: true,
      },
    ],
    timeline: [
      { atSeconds: 0, lane: 'seed', kind: 'issued', label: 'challenge' },
      { atSeconds: 1, lane: 'seed', kind: 'accepted', label: 'first submission' },
      { atSeconds: 31, lane: 'seed', kind: 'accepted', label: 'second submission' },
    ],
  }
}

function expiry(): ReportedCase {
  return {
    ...passed('token.one-hour/unused', 'a token never used before is void after the hour'),
    timeline: [
      { atSeconds: 0, lane: 'token', kind: 'issued', label: 'login' },
      { atSeconds: 3569, lane: 'token', kind: 'accepted', label: 'still works' },
      { atSeconds: 3569, lane: 'clock', kind: 'jump', label: '+62 s' },
      { atSeconds: 3631, lane: 'token', kind: 'refused', label: 'void' },
      { atSeconds: 3632, lane: 'private token', kind: 'accepted', label: 'the list still opens' },
    ],
  }
}

function propertyFailure(): ReportedCase {
  return {
    ...passed('signature.wrong-secret/near-misses', 'no near miss of the secret signs well'),
    verdict: 'fail',
    wanted: 'a rejection',
    got: 'GET /api/v1/users/users/?a=%7e&b=1 answered 200 with 4 records',
    message: 'A secret that differs from the valid one signed well.',
    changed: 'the key secret',
    transcript: [
      exchange(
        1,
        'judged',
        'GET',
        '/api/v1/users/users/?a=%7e&b=1',
        200,
        null,
        '[{"username":"ada"},{"username":"dee"}]',
      ),
      cut(2),
    ],
    counterexample: {
      seed: 42,
      path: '7:1:0',
      runs: 8,
      shrinks: 2,
      recipe: "the declared secret with 'x' behind it",
    },
  }
}

function requirement(
  id: string,
  level: Level,
  statement: string,
  quote: string,
  cases: ReportedCase[],
  reading?: string,
): ReportedRequirement {
  const topic = id.split('.')[0] ?? id
  const verdict = cases[0]?.verdict ?? 'untested'
  return {
    id,
    topic,
    level,
    statement,
    quote,
    section: 'Authentication',
    ...(reading && { reading }),
    verdict,
    skipped: [],
    cases,
  }
}

function passed(id: string, title: string): ReportedCase {
  return {
    id,
    title,
    verdict: 'pass',
    wanted: null,
    got: null,
    message: '',
    durationMs: 12,
    exchanges: 3,
    transcript: [],
    replay: `npx conformance replay ${id} --from conformance-report/report.json`,
  }
}

function exchange(
  number: number,
  role: ReportedExchange['role'],
  method: string,
  path: string,
  status: number,
  sent: string | null,
  body: string,
): ReportedExchange {
  return {
    number,
    role,
    request: {
      method,
      url: BASE + path,
      headers: [
        ['Accept', 'application/json'],
        ['Authorization', 'Bearer ***'],
        ['X-Name', sent === HOSTILE ? HOSTILE : 'plain'],
      ],
      body: sent,
    },
    response: {
      status,
      headers: [
        ['content-type', 'application/json'],
        ['x-empty', ''],
        ['x-unbroken', 'x'.repeat(200)],
      ],
      body,
      truncated: false,
    },
    error: null,
    atMs: 100 * number,
    durationMs: 8,
    curl: `curl -i -X ${method} '${BASE}${path}' -H 'Accept: application/json'`,
  }
}

function cut(number: number): ReportedExchange {
  const whole = exchange(number, 'twin', 'GET', '/api/v1/users/users/', 200, null, '')
  return {
    ...whole,
    response: null,
    error: 'The server closed the connection before the answer was complete.',
  }
}
