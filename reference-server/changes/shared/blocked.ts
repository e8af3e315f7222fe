/** Requirements that depend on the cookie of a web login. */
export const onWebSession = [
  'session.accepted',
  'anonymous.unknown-session',
  'anonymous.next-request',
  'users.json',
  'users.records',
  'users.same-list',
] as const

/** Requirements that depend on a way of login: those about its token. */
export const onWay = [
  'token.bearer',
  'token.works-for-hour',
  'token.void-after-hour',
  'token.stays-void',
  'token.fixed-hour',
  'token.same-text',
] as const

/** Requirements that depend on a valid second step. */
export const onSecondStep = [
  'mfa.wrong-code',
  'mfa.wrong-seed',
  'mfa.missing-field',
  'mfa.other-accounts-seed',
  'mfa.seed-one-time',
  'mfa.seed-fresh',
  'mfa.old-code-refused',
  'mfa.code-one-time',
] as const

/** Requirements that depend on a challenge that can be answered. */
export const onChallenge = [
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
