/** Requirements that depend on the cookie of a web login. */
export const onWebSession = [
  'session.accepted',
  'anonymous.unknown-session',
  'anonymous.next-request',
  'users.json',
  'users.records',
  'users.same-list',
] as const

/** Requirements that depend on a session which opens both lists. */
export const onSession = [...onWebSession, 'session.not-before-login'] as const

/** Requirements that depend on a private token which opens both lists. */
export const onPrivateToken = [
  'anonymous.next-request',
  'anonymous.unknown-private-token',
  'private-token.accepted',
  'private-token.created-by-operator',
  'private-token.existing-readable',
  'private-token.not-bearer',
  'private-token.permanent',
  'private-token.second-creation-fails',
  'private-token.second-creation-keeps',
  'private-token.spares-second-step',
  'users.json',
  'users.records',
  'users.same-list',
] as const

/** Requirements that depend on a token which opens both lists; further ones depend on which tokens these are. */
export const onToken = [
  'anonymous.next-request',
  'anonymous.unknown-token',
  'token.fixed-hour',
  'token.many-uses',
  'token.not-token-scheme',
  'token.works-for-hour',
  'users.json',
  'users.same-list',
] as const

/** Requirements that depend on a way of login: those about its token. */
const onWay = [
  'token.bearer',
  'token.works-for-hour',
  'token.void-after-hour',
  'token.stays-void',
  'token.fixed-hour',
  'token.same-text',
] as const

/** Requirements that depend on a valid second step. */
const onSecondStep = [
  'mfa.wrong-code',
  'mfa.wrong-seed',
  'mfa.missing-field',
  'mfa.other-accounts-seed',
  'mfa.seed-one-time',
  'mfa.seed-fresh',
  'mfa.old-code-refused',
  'mfa.code-one-time',
] as const

/** Requirements that depend on a token from the second step of the older path family. */
export const onOlderStep = [
  ...onSecondStep,
  ...onWay,
  'mfa.challenge-shape',
  'mfa.newer-family-two-steps',
  'mfa.second-step-grants-token',
  'mfa.second-step-token-response',
] as const

/** Requirements that depend on a challenge that can be answered. */
const onChallenge = [
  ...onSecondStep,
  'mfa.second-step-token-response',
  'mfa.seed-per-account',
  'mfa.fixed-second-step-path',
  'mfa.otp-url-relative',
] as const

/** Requirements that depend on a challenge of the older path family for JSON. */
export const onOlderChallenge = [
  ...onChallenge,
  ...onWay,
  'mfa.newer-family-two-steps',
  'mfa.second-step-grants-token',
  'mfa.wrong-password-no-challenge',
] as const

/** Requirements with cases that send back a challenge of the newer path family. */
export const onNewerChallenge = [
  'mfa.missing-field',
  'mfa.seed-one-time',
  'mfa.wrong-code',
  'token.void-after-hour',
  'token.works-for-hour',
] as const

/** Requirements that depend on a token for a form, on one of the path families. */
export const onForms = [
  ...onWay,
  'login.missing-field',
  'login.no-challenge-without-mfa',
  'login.token-response',
  'login.wrong-password',
] as const

/** Requirements that depend on a token for JSON on the newer path family. */
export const onNewerJson = [
  ...onForms,
  'login.unknown-user',
  'mfa.newer-family-two-steps',
  'mfa.wrong-password-no-challenge',
] as const
