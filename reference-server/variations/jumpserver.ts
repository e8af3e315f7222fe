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

const must = (...requirements: string[]) =>
  requirements.map((requirement) => ({ requirement, level: 'must' as const }))
const should = (...requirements: string[]) =>
  requirements.map((requirement) => ({ requirement, level: 'should' as const }))

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
    breaks: [...must('private-token.second-creation-fails')],
    inconclusive: [],
    notApplicable: [],
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
    breaks: [...must('private-token.second-creation-fails'), ...should('refusal.no-5xx')],
    inconclusive: [],
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
      ...must('session.web-login', 'private-token.second-creation-fails'),
      ...should('refusal.no-5xx', 'reference-pages.no-credentials'),
    ],
    inconclusive: [],
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

/** `/docs` is a redirect to `/docs/`. */
function slashed({ paths, extensions }: Parts): void {
  paths.referencePage.below = '/docs/'
  extensions.push((app) => void app.get('/docs', (_request, reply) => reply.redirect('/docs/', 301)))
}
