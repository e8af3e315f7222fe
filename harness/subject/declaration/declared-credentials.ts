import { z } from 'zod'
import { headerSecret, headerText, orUnsupported, secret, shellCommand, text } from './declared-text.ts'

const username = text.describe('The account it belongs to.')
const privateToken = z.strictObject({ username, token: headerSecret.describe('The private token.') })

const operator = z.strictObject({
  create: shellCommand.describe(
    'Shell command that creates a private token and prints it; {username} is replaced with the user. Must exit with 0 on success only.',
  ),
  show: shellCommand.optional().describe('Shell command that prints the existing private token.'),
  createFor: text
    .optional()
    .describe(
      'A user without a private token. The suite creates one, which is permanent: what a second creation does is judged in that run only.',
    ),
})

const accessKey = z.strictObject({
  keyId: headerText.describe('Public identifier of the key.'),
  keySecret: secret.describe('Its secret.'),
  username,
})

const login = z.strictObject({
  url: text
    .regex(/^(\/|https?:\/\/)/, 'must be a path that starts with /, or a URL on the same origin')
    .describe('The web login page: a path, to which the path prefix of the base URL is added, or a URL.'),
  usernameField: text.default('username').describe('Name of the form field for the username.'),
  passwordField: text.default('password').describe('Name of the form field for the password.'),
  csrfField: text.optional().describe('Name of the form field that carries the CSRF token.'),
  csrfCookie: text.optional().describe('Name of the cookie that carries the CSRF token.'),
})

const everySession = z
  .strictObject({
    cookie: headerSecret
      .optional()
      .describe('Value of the sessionid cookie of a logged-in user without a second factor.'),
    command: shellCommand
      .optional()
      .describe(
        'Shell command that logs in and prints such a cookie; the suite runs it once. CONFORMANCE_USERNAME and CONFORMANCE_PASSWORD are those of accounts.plain.',
      ),
    login: login.optional().describe('How to log in through the web page; accounts.plain is used.'),
  })
  .refine(
    ({ cookie, command, login }) => [cookie, command, login].some((way) => way !== undefined),
    'needs cookie, command or login',
  )
  .refine(
    ({ cookie, command }) => cookie === undefined || command === undefined,
    'has cookie and command; remove one of them',
  )

const everyPrivateToken = z.strictObject({
  plain: orUnsupported(privateToken)
    .optional()
    .describe('Private token of an account without a second factor.'),
  mfa: orUnsupported(privateToken).optional().describe('Private token of an account with a second factor.'),
  operator: orUnsupported(operator).optional().describe("The operator's command line, run by a shell."),
})

export type DeclaredOperator = z.output<typeof operator>
export type DeclaredSession = z.output<typeof everySession>
export type DeclaredSessionLogin = z.output<typeof login>

/** Private tokens and how an operator creates them; `false` means that the subject supports neither. */
export const privateTokens = orUnsupported(everyPrivateToken)
  .default({})
  .transform((declared): z.output<typeof everyPrivateToken> =>
    declared === false ? { plain: false, mfa: false, operator: false } : declared,
  )
  .describe('Permanent tokens, and the commands that create and show them.')

/** Keys for signed requests; `false` means that the subject does not support signatures. */
export const accessKeys = orUnsupported(z.array(accessKey))
  .default([])
  .superRefine((declared, context) => {
    const ids = (declared || []).map(({ keyId }) => keyId)
    const message = 'is declared twice; remove one of the keys'
    for (const [index, id] of ids.entries())
      if (ids.indexOf(id) < index) context.addIssue({ code: 'custom', path: [index, 'keyId'], message })
  })
  .describe('Access keys for signed requests; ideally two, of different users.')

/** The web session; `false` means that the subject has none. */
export const session = orUnsupported(everySession)
  .optional()
  .describe('Web session: a cookie, a command that prints one, or how to log in.')
