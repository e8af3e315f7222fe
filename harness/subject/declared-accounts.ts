import { z } from 'zod'
import { orUnsupported, secret, text } from './declared-text.ts'

const shared = {
  username: text.describe('The name the account logs in with.'),
  password: secret.describe('Its password.'),
  mayList: z
    .boolean()
    .default(true)
    .describe(
      'false where the account has no right to read the user list: what only its list could show is then untested.',
    ),
}

/** The base32 alphabet, RFC 4648 section 6; blanks and hyphens between groups and lower case are common in the wild. */
const base32 = /^[A-Za-z2-7 -]+=*$/

const account = z.strictObject(shared)
const mfaAccount = z
  .strictObject({
    ...shared,
    otpSecret: z
      .string()
      .regex(base32, 'must be base32: the letters A to Z and the digits 2 to 7')
      .meta({ secret: true })
      .transform((value) => value.replace(/[ =-]/g, '').toUpperCase())
      .optional()
      .describe('The secret of its one-time codes in base32, as an authenticator app is given it.'),
    otpCommand: text
      .optional()
      .describe(
        'In place of otpSecret, for codes that no secret makes: a shell command that prints a code of now. CONFORMANCE_USERNAME and CONFORMANCE_PASSWORD are those of the account. What needs a wrong code or a chosen time step is then untested.',
      ),
    digits: z.int().min(6).max(10).default(6).describe('Number of digits of a code.'),
    period: z.int().min(1).max(600).default(30).describe('Length of a time step, in seconds.'),
    algorithm: z.enum(['SHA1', 'SHA256', 'SHA512']).default('SHA1').describe('Hash of the one-time codes.'),
  })
  .superRefine(({ otpSecret, otpCommand }, context) => {
    if ((otpSecret === undefined) !== (otpCommand === undefined)) return
    const message =
      otpSecret === undefined
        ? 'is missing; add it, or otpCommand if no secret makes the codes'
        : 'stands beside otpCommand; remove one of them'
    context.addIssue({ code: 'custom', path: ['otpSecret'], message })
  })

export type DeclaredAccount = z.output<typeof account>
export type DeclaredMfaAccount = z.output<typeof mfaAccount>

const everyAccount = z.strictObject({
  plain: orUnsupported(account).optional().describe('An account without a second factor.'),
  plain2: orUnsupported(account)
    .optional()
    .describe('Another one, for what must not pass from one to the other.'),
  mfa: orUnsupported(mfaAccount)
    .optional()
    .describe('An account with a second factor. false: the server knows no second factor.'),
  mfa2: orUnsupported(mfaAccount).optional().describe('Another one.'),
})

/** Accounts of the subject; those absent leave their requirements untested. */
export const accounts = orUnsupported(everyAccount)
  .default({})
  .transform((declared): z.output<typeof everyAccount> =>
    declared === false ? { plain: false, plain2: false, mfa: false, mfa2: false } : declared,
  )
  .superRefine((declared, context) => {
    for (const [one, other] of [
      ['plain', 'plain2'],
      ['mfa', 'mfa2'],
    ] as const) {
      const [first, second] = [declared[one], declared[other]]
      if (first && second && first.username === second.username) {
        const message = `must be another account than ${one}; name one with another username`
        context.addIssue({ code: 'custom', path: [other, 'username'], message })
      }
    }
  })
  .describe('Accounts that exist on the server, by what they are for.')
