import { z } from 'zod'
import { orUnsupported, secret, shellCommand, text } from './declared-text.ts'

const shared = {
  username: text.describe('The name the account logs in with.'),
  password: secret.describe('Its password.'),
  mayList: z
    .boolean()
    .default(true)
    .describe(
      'false if the account may not read the user list: what only its list could show is then untested.',
    ),
}

/** The base32 alphabet, RFC 4648 section 6. Spaces and hyphens between groups, and lower case, are common in practice. */
const base32 = /^[A-Za-z2-7 -]+=*$/

/** 1, 3 or 6 digits beyond whole groups of eight hold no whole number of bytes. */
const isWhole = (text: string): boolean => {
  const { length } = text.replace(/[ =-]/g, '')
  return length > 0 && ![1, 3, 6].includes(length % 8)
}

const account = z.strictObject(shared)
const mfaAccount = z
  .strictObject({
    ...shared,
    otpSecret: z
      .string()
      .regex(base32, {
        error: ({ input }) =>
          String(input).startsWith('otpauth:')
            ? 'must be the secret alone: what follows secret= in this URL, up to the next &'
            : 'must be base32: the letters A to Z and the digits 2 to 7',
      })
      .refine(isWhole, 'is cut off, or has a letter too many: no base32 is as long as this')
      .meta({ secret: true })
      .transform((value) => value.replace(/[ =-]/g, '').toUpperCase())
      .optional()
      .describe('The secret of its one-time codes in base32, as entered into an authenticator app.'),
    otpCommand: shellCommand
      .optional()
      .describe(
        'Instead of otpSecret, if no secret generates the codes: a shell command that prints the current code. CONFORMANCE_USERNAME and CONFORMANCE_PASSWORD are those of the account. What needs a wrong code or a chosen time step is then untested.',
      ),
    digits: z.int().min(6).max(10).default(6).describe('Number of digits of a code.'),
    period: z.int().min(1).max(600).default(30).describe('Length of a time step, in seconds.'),
    algorithm: z.enum(['SHA1', 'SHA256', 'SHA512']).default('SHA1').describe('Hash of the one-time codes.'),
  })
  .superRefine(({ otpSecret, otpCommand }, context) => {
    if ((otpSecret === undefined) !== (otpCommand === undefined)) return
    const message =
      otpSecret === undefined
        ? 'is missing; add it, or otpCommand if no secret generates the codes'
        : "can't be combined with otpCommand; remove one of them"
    context.addIssue({ code: 'custom', path: ['otpSecret'], message })
  })

export type DeclaredAccount = z.output<typeof account>
export type DeclaredMfaAccount = z.output<typeof mfaAccount>

/** One account, `false`, or several accounts of a kind. */
const oneOrMore = <T extends z.ZodType>(one: T) =>
  z.union([one, z.literal(false), z.array(one).min(1, 'needs at least one account')]).optional()

const everyAccount = z.strictObject({
  plain: oneOrMore(account).describe(
    'An account without a second factor, or a list of such accounts, each with its own failed logins.',
  ),
  plain2: oneOrMore(account).describe('A second one, to check that accounts are kept apart.'),
  mfa: oneOrMore(mfaAccount).describe(
    'An account with a second factor. false: the server has no second factor.',
  ),
  mfa2: oneOrMore(mfaAccount).describe('A second one.'),
})

type Written = z.output<typeof everyAccount>
export type Kind = keyof Written

type Of<K extends Kind> = K extends 'mfa' | 'mfa2' ? DeclaredMfaAccount : DeclaredAccount

/** The accounts used by the suite, one of each kind. */
export type DeclaredAccounts = { [K in Kind]?: Of<K> | false | undefined }

export type FurtherAccounts = { [K in Kind]?: Of<K>[] | undefined }

/** Splits each list into its first account and the others. Without a second factor, no account has one. */
export function splitAccounts(written: Written): {
  accounts: DeclaredAccounts
  furtherAccounts: FurtherAccounts
} {
  const all = written.mfa === false ? { ...written, mfa2: false as const } : written
  const lists = Object.entries(all).flatMap(([kind, one]) =>
    one === undefined ? [] : [{ kind, list: [one].flat() }],
  )
  const further = lists.filter(({ list }) => list.length > 1)
  return {
    accounts: Object.fromEntries(lists.map(({ kind, list }) => [kind, list[0]])) as DeclaredAccounts,
    furtherAccounts: Object.fromEntries(
      further.map(({ kind, list }) => [kind, list.slice(1)]),
    ) as FurtherAccounts,
  }
}

/** Accounts of the subject. If one is absent, the requirements that need it stay untested. */
export const accounts = orUnsupported(everyAccount)
  .default({})
  .transform((declared): Written =>
    declared === false ? { plain: false, plain2: false, mfa: false, mfa2: false } : declared,
  )
  .superRefine((declared, context) => {
    if (declared.mfa === false && declared.mfa2) {
      const message =
        "can't be combined with mfa: false, which says that the server has no second factor; remove one of them"
      context.addIssue({ code: 'custom', path: ['mfa2'], message })
    }
    for (const [one, other] of [
      ['plain', 'plain2'],
      ['mfa', 'mfa2'],
    ] as const) {
      const seen = new Set<string>()
      for (const kind of [one, other]) {
        const [written, isList] = [declared[kind] || [], Array.isArray(declared[kind])]
        for (const [index, { username }] of [written].flat().entries()) {
          const than = kind === other && !isList ? one : 'any before it'
          const message = `must be a different account from ${than}; give another username`
          const path = [kind, ...(isList ? [index] : []), 'username']
          if (seen.has(username)) context.addIssue({ code: 'custom', path, message })
          seen.add(username)
        }
      }
    }
  })
  .describe('Accounts that exist on the server.')
