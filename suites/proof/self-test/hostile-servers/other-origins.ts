/** A way to name another origin, to which a client must send nothing of ours. */
type Trick = readonly [name: string, made: (elsewhere: string) => string]

const hostOf = (elsewhere: string) => new URL(elsewhere).host

export const redirectTricks: readonly Trick[] = [
  ['absolute', (to) => `${to}/api/v1/users/users/`],
  ['without-scheme', (to) => `//${hostOf(to)}/`],
  ['backslashes', (to) => `\\\\${hostOf(to)}/`],
  ['mixed-slashes', (to) => `/\\${hostOf(to)}/`],
  ['user-info', (to) => `http://127.0.0.1@${hostOf(to)}/`],
  ['tab-in-slashes', (to) => `/\t/${hostOf(to)}/`],
  ['upper-case', (to) => `HTTP://${hostOf(to)}/`],
  ['three-slashes', (to) => `http:///${hostOf(to)}/`],
]

export const otpUrlTricks: readonly Trick[] = [
  ...redirectTricks,
  ['white-space', (to) => ` ${to}/`],
  ['line-feed', (to) => `\n${to}/`],
  ['port', (to) => `:${new URL(to).port}/`],
  ['at-sign', (to) => `@${hostOf(to)}/`],
  ['fragment', (to) => `${to}#/otp/`],
]

const form = (action: string) =>
  `<form method="post" ${action}><input name="username"><input name="password" type="password"></form>`

export const formTricks: readonly Trick[] = [
  ['absolute', (to) => form(`action="${to}/"`)],
  ['without-scheme', (to) => form(`action="//${hostOf(to)}/"`)],
  ['entities', (to) => form(`action="http&#58;//${hostOf(to)}/"`)],
  ['base', (to) => `<base href="${to}/">${form('action="/in"')}`],
]
