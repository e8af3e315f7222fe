import type { Variation } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { addLoginAt } from '../../server/routes/login.ts'
import { addReferencePage } from '../../server/routes/reference-page.ts'
import { addSecondStepAt } from '../../server/routes/second-step.ts'
import { lockedCodes, lockedLogins } from './lockout.ts'
import {
  dayTokens,
  fragileBodies,
  lastingSeeds,
  limitedPages,
  numericCodes,
  otherCookieName,
  rejections,
  secondCreationShows,
  sessionChallenge,
} from './parts.ts'
import { appendedSlashes, redirectedApplications } from './paths.ts'
import { httpsigSignatures } from './signatures.ts'
import { defaultLimits } from '../server/limits.ts'
import { onWebSession } from '../shared/blocked.ts'
import { must, should } from '../shared/breach.ts'
import { needsSignature } from '../shared/signature-rows.ts'
import { because } from '../legal.ts'
import { pagesForUsers, slashed } from '../reference-pages/variations.ts'

/** Tokens that live for a day: what they break, and what can't be judged since none of them is ever seen to expire. */
const dayTokenBreaches = must('token.void-after-hour', 'token.same-text')
const unending = because('the same token is answered all day, so none is fresh', [
  'token.stays-void',
  'token.fixed-hour',
])
const noSession = because('the web login sets no cookie named sessionid', onWebSession)
/** Version 1.4 has no signatures. */
const signatureRules = [
  ...needsSignature,
  'signature.accepted',
  'signature.with-host',
  'signature.host-bound',
].filter((rule) => rule.startsWith('signature.'))

/** Models of real versions as observed, with what they break. */
export const jumpserverVariations: Record<string, Variation> = {
  'jumpserver-1.4': {
    summary:
      'Version 1.4.8: the older path family, no signatures, server errors for junk, tokens that live a day, seeds that can be used again.',
    mode: { serverVersion: '1.4.8' },
    declare: {
      pathFamilies: ['users-v1'],
      accessKeys: false,
      session: { login: { url: '/users/login/' } },
      ...defaultLimits,
    },
    breaks: [
      ...dayTokenBreaches,
      ...must('mfa.seed-one-time', 'private-token.second-creation-fails'),
      ...should('mfa.code-one-time', 'refusal.no-5xx'),
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
      ofAllVersions(parts)
      ofOlderVersions(parts, 0)
      fragileBodies(parts)
    },
  },
  'jumpserver-1.5': {
    summary:
      'Version 1.5.4: the older paths redirect, signatures are fragile, tokens live a day, seeds can be used again.',
    mode: { serverVersion: '1.5.4' },
    declare: defaultLimits,
    breaks: [
      ...dayTokenBreaches,
      ...must('mfa.seed-one-time', 'private-token.second-creation-fails'),
      ...should('mfa.code-one-time', 'refusal.no-5xx', 'signature.repeated-header'),
    ],
    inconclusive: unending,
    apply(parts) {
      parts.choices.pathFamilies = ['v1']
      ofAllVersions(parts)
      ofOlderVersions(parts, 2)
      redirectedApplications(parts)
      parts.extensions.push((app) => {
        addLoginAt(app, parts, '/api/v1/users/auth/', 'v1')
        addSecondStepAt(app, parts, '/api/v1/users/otp/auth/', 'v1')
      })
      httpsigSignatures(parts)
    },
  },
  'jumpserver-2.28': newer(
    'Version 2.28: a second step in a session, a cookie with another name, tokens that live a day.',
    '2.28.0',
    (parts) => {
      redirectedApplications(parts)
      rejections(parts, true)
    },
  ),
  'jumpserver-3.10': newer('Version 3.10: like 2.28, and nothing at the older paths.', '3.10.0', (parts) => {
    rejections(parts, true, 401)
  }),
}

function ofAllVersions(parts: Parts): void {
  parts.choices.bodyLimitBytes = 64 * 2 ** 20
  appendedSlashes(parts)
  limitedPages(parts)
  lockedLogins(parts)
  secondCreationShows(parts)
}

function ofOlderVersions(parts: Parts, codeWindowSteps: number): void {
  slashed(parts)
  dayTokens(parts, () => parts.random(16).toString('hex'))
  lastingSeeds(parts, codeWindowSteps)
  numericCodes(parts)
  rejections(parts, false)
}

function newer(summary: string, serverVersion: string, more: (parts: Parts) => void): Variation {
  return {
    summary,
    mode: { serverVersion, debug: false },
    declare: {
      pathFamilies: null,
      mfaFlow: 'session-challenge',
      session: { login: { url: '/core/auth/login/' } },
      ...defaultLimits,
    },
    breaks: [
      ...dayTokenBreaches,
      ...must('session.web-login', 'private-token.second-creation-fails', 'reference-pages.debug-only'),
      ...should('refusal.no-5xx', 'signature.repeated-header'),
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
      'session.not-before-login',
    ],
    apply(parts) {
      parts.choices.pathFamilies = ['v1']
      parts.choices.loginStatus = 201
      parts.choices.codeWindowSteps = 2
      parts.choices.codeAcceptedOncePerStep = false
      parts.paths.webLogin = '/core/auth/login/'
      dayTokens(
        parts,
        () => lettersAndDigits(parts, 36),
        ({ issuedAt }) => ({
          keyword: 'Bearer',
          date_expired: new Date(issuedAt + 86_400_000).toISOString(),
        }),
      )
      ofAllVersions(parts)
      lockedCodes(parts)
      httpsigSignatures(parts)
      sessionChallenge(parts)
      more(parts)
      pageForUsers(parts)
      otherCookieName(parts, 'jms_sessionid')
    },
  }
}

function lettersAndDigits({ random }: Parts, length: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  return [...random(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

/** Serves the reference page in any mode to logged-in users; others are redirected to the login page. */
function pageForUsers(parts: Parts): void {
  parts.extensions.push((app) => {
    if (!parts.mode.debug) addReferencePage(app, parts)
    const page = parts.choices.basePath + parts.paths.referencePage.from
    app.get(page.slice(0, -1), (_request, reply) => reply.redirect(page, 301))
  })
  pagesForUsers(parts)
}
