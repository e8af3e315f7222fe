import { type Variation, wrap } from '../change.ts'
import type { Parts } from '../parts.ts'
import {
  dayTokens,
  fragileSignatures,
  lastingSeeds,
  otherCookieName,
  refusals,
  secondCreationShows,
  sessionChallenge,
} from './jumpserver-parts.ts'
import { redirect } from './families.ts'
import { slashed } from './pages.ts'

const must = (...requirements: string[]) =>
  requirements.map((requirement) => ({ requirement, level: 'must' as const }))
const should = (...requirements: string[]) =>
  requirements.map((requirement) => ({ requirement, level: 'should' as const }))

/** Tokens of a day: what they break, and what can't be judged since none of them is ever seen to end. */
const dayTokenBreaches = must('token.void-after-hour', 'token.same-text')
const unending = because('the same token is answered all day, so none is fresh', [
  'token.works-for-hour',
  'token.stays-void',
  'token.fixed-hour',
])
const noSession = because('the web login sets no cookie named sessionid', [
  'session.accepted',
  'session.not-before-login',
  'anonymous.unknown-session',
  'anonymous.next-request',
  'users.json',
  'users.records',
  'users.same-list',
])
/** Version 1.4 knows no signatures. */
const signatureRules =
  `accepted with-host any-order query-string unsigned-headers wrong-secret wrong-key-id other-keys-signature wrong-signature empty cut other-request method-bound path-bound query-bound accept-bound date-bound host-bound header-bound missing-header covers-target-or-time repeated-header empty-header-value white-space field-name-case unknown-parameter empty-list created-needs-parameter`
    .split(/\s+/)
    .map((name) => `signature.${name}`)

function because(reason: string, requirements: string[]): Variation['inconclusive'] {
  return requirements.map((requirement) => ({ requirement, reason }))
}

/** Models of real versions, as they were seen to behave, with what they break. */
export const jumpserverVariations: Variation[] = [
  {
    name: 'jumpserver-1.4',
    summary:
      'Version 1.4.8: the older path family, no signatures, tokens of a day, seeds that are never spent.',
    mode: { serverVersion: '1.4.8' },
    declare: {
      pathFamilies: ['users-v1'],
      accessKeys: false,
      session: { login: { url: '/users/login/' } },
    },
    breaks: [
      ...dayTokenBreaches,
      ...must('mfa.seed-one-time', 'private-token.second-creation-fails'),
      ...should('mfa.code-one-time'),
    ],
    inconclusive: unending,
    notApplicable: [
      'mfa.newer-family-two-steps',
      'mfa.newer-family-challenge-shape',
      'anonymous.unknown-key',
      ...signatureRules,
    ],
    apply(parts) {
      parts.choices.pathFamilies = ['users-v1']
      parts.paths.webLogin = '/users/login/'
      parts.methods.signature = () => undefined
      slashed(parts)
      dayTokens(parts)
      lastingSeeds(parts, 0)
      refusals(parts, 401, 403)
      secondCreationShows(parts)
    },
  },
  {
    name: 'jumpserver-1.5',
    summary:
      'Version 1.5.4: the older paths redirect, signatures are fragile, tokens of a day, seeds are never spent.',
    mode: { serverVersion: '1.5.4' },
    breaks: [
      ...dayTokenBreaches,
      ...must('mfa.seed-one-time', 'private-token.second-creation-fails'),
      ...should('mfa.code-one-time'),
      ...should('refusal.no-5xx'),
    ],
    inconclusive: unending,
    apply(parts) {
      redirect('users-v1', parts)
      slashed(parts)
      dayTokens(parts)
      lastingSeeds(parts, 2)
      refusals(parts, 401, 403)
      fragileSignatures(parts)
      secondCreationShows(parts)
    },
  },
  newer(
    'jumpserver-2.28',
    'Version 2.28: a second step in a session, a cookie of another name, tokens of a day.',
    '2.28.0',
    (parts) => {
      parts.choices.pathFamilies = ['v1']
      redirect('users-v1', parts, ['list'])
    },
  ),
  newer('jumpserver-3.10', 'Version 3.10: as 2.28, and nothing at the older paths.', '3.10.0', (parts) => {
    parts.choices.pathFamilies = ['v1']
  }),
]

function newer(
  name: string,
  summary: string,
  serverVersion: string,
  families: (parts: Parts) => void,
): Variation {
  return {
    name,
    summary,
    mode: { serverVersion },
    declare: {
      pathFamilies: null,
      mfaFlow: 'session-challenge',
      session: { login: { url: '/core/auth/login/' } },
    },
    breaks: [
      ...dayTokenBreaches,
      ...must('session.web-login', 'private-token.second-creation-fails'),
      ...should('refusal.no-5xx', 'reference-pages.no-credentials'),
    ],
    inconclusive: [...unending, ...noSession],
    notApplicable: [
      'mfa.challenge-shape',
      'mfa.newer-family-challenge-shape',
      'mfa.second-step-grants-token',
      'mfa.wrong-seed',
      'mfa.missing-field',
      'mfa.other-accounts-seed',
      'mfa.seed-one-time',
      'mfa.seed-fresh',
      'mfa.seed-per-account',
      'mfa.code-one-time',
      'mfa.fixed-second-step-path',
      'mfa.otp-url-relative',
    ],
    apply(parts) {
      families(parts)
      parts.choices.loginStatus = 201
      parts.choices.codeWindowSteps = 2
      parts.choices.codeAcceptedOncePerStep = false
      parts.paths.webLogin = '/core/auth/login/'
      wrap(parts.answers, 'token', (token) => (issued, call) => ({
        ...(token(issued, call) as object),
        keyword: 'Bearer',
        date_expired: new Date(issued.issuedAt + 86_400_000).toISOString(),
        user: { username: issued.username },
      }))
      dayTokens(parts)
      refusals(parts, 400, 401)
      fragileSignatures(parts)
      secondCreationShows(parts)
      sessionChallenge(parts)
      wrap(parts, 'handle', (handle) => async (handler, call, reply) => {
        if (call.operation !== 'reference-page' || (await parts.authenticate(call)))
          return handle(handler, call, reply)
        return reply.redirect(parts.paths.webLogin)
      })
      otherCookieName(parts, 'jms_sessionid')
    },
  }
}
