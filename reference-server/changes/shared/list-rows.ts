import { onPrivateToken, onSession, onToken } from './blocked.ts'
import { must, should } from './breach.ts'
import { boundBySignature, needsSignature } from './signature-rows.ts'

/** Requirements whose acceptance means something only if the same request without credentials is rejected. */
export const needsClosedLists = [
  'mfa.second-step-grants-token',
  'token.bearer',
  'token.many-uses',
  'token.works-for-hour',
  'token.fixed-hour',
  'private-token.accepted',
  'private-token.spares-second-step',
  'private-token.permanent',
  'private-token.created-by-operator',
  'private-token.second-creation-keeps',
  'private-token.existing-readable',
  'signature.accepted',
  'signature.with-host',
  'signature.any-order',
  'signature.query-string',
  'signature.unsigned-headers',
  'signature.repeated-header',
  'signature.empty-header-value',
  'signature.white-space',
  'signature.field-name-case',
  'signature.unknown-parameter',
  'session.accepted',
  'users.records',
]

/** Lists that anyone may read without a credential. */
export const openWithoutCredentials = must(
  'mfa.challenge-opens-nothing',
  'anonymous.no-credentials',
  'anonymous.next-request',
)

/** Lists that anyone may read with any Authorization header. */
export const openWithAnyAuthorization = [
  ...must(
    ...boundBySignature,
    'signature.wrong-key-id',
    'signature.empty',
    'signature.cut',
    'signature.missing-header',
    'mfa.challenge-opens-nothing',
    'token.void-after-hour',
    'private-token.not-bearer',
    'anonymous.no-credentials',
    'anonymous.unknown-token',
    'anonymous.unknown-private-token',
    'anonymous.unknown-key',
  ),
  ...should(
    'token.not-token-scheme',
    'signature.covers-target-or-time',
    'signature.empty-list',
    'signature.created-needs-parameter',
  ),
]

/** Lists that accept any credential, including any cookie. */
export const openWithAnything = [
  ...openWithAnyAuthorization,
  ...must('session.not-before-login', 'anonymous.unknown-session', 'anonymous.next-request'),
]

/** Requirements that cannot be judged if callers with a method get a list without records. */
export const needsRecordsBy = {
  bearer: [...onToken, 'mfa.second-step-grants-token', 'token.bearer', 'token.void-after-hour'],
  token: onPrivateToken,
  signature: [...needsSignature, 'signature.accepted', 'signature.with-host', 'signature.host-bound'],
  session: onSession,
}
