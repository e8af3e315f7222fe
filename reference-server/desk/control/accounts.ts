import type { Account } from '../../domain/accounts.ts'
import { OperatorError } from '../../server/operator.ts'
import type { Parts } from '../../server/parts.ts'
import { ControlProblem, count, list, object, text, truth, type ControlRoutes } from './control-route.ts'
import { validNow } from './credentials.ts'

const accountSchema = object({
  username: text('Account name.'),
  name: text('For people.'),
  secondFactor: truth('Does a login need a one-time code?'),
  privateToken: truth('Is there a private token?'),
  keyIds: list(text('Public identifier of an access key.')),
  tokens: count('Valid tokens.'),
  sessions: count('Valid web sessions.'),
})

/** Routes for the accounts, and for the code that an account's phone would show. */
export const accountRoutes: ControlRoutes = {
  'GET /accounts': {
    operationId: 'listAccounts',
    summary: 'List the accounts, without their secrets',
    answer: list(accountSchema),
    handle: ({ composition: { parts } }) => parts.accounts.all().map(accountShower(parts)),
  },
  'POST /accounts': {
    operationId: 'addAccount',
    summary: 'Add an account, as "user add" does; only the command line creates private tokens',
    body: object(
      {
        username: { type: 'string', pattern: '^[^\\p{C}\\p{Z}]{1,100}$', description: 'Not taken yet.' },
        password: { type: 'string', minLength: 1, maxLength: 4096, description: 'Its password.' },
        otpSecret: {
          type: 'string',
          pattern: '^[A-Z2-7]{16,256}$',
          description: 'Base32: gives it a second factor of six digits every 30 s, with SHA-1.',
        },
      },
      ['otpSecret'],
    ),
    answer: accountSchema,
    rejections: { 409: 'The username is taken.' },
    async handle({ composition: { parts } }, { body }) {
      const { username, password, otpSecret } = body as Record<'username' | 'password' | 'otpSecret', string>
      const otp = { secret: otpSecret, digits: 6, period: 30, algorithm: 'SHA1' as const }
      try {
        const added = await parts.operator.addUser(
          username,
          password,
          otpSecret === undefined ? undefined : otp,
        )
        return accountShower(parts)(added)
      } catch (error) {
        if (error instanceof OperatorError) throw new ControlProblem(409, 'conflict', error.message)
        throw error
      }
    },
  },
  'GET /accounts/{username}/code': {
    operationId: 'readCode',
    summary: 'The one-time code of an account now',
    answer: object({
      code: text('The digits.'),
      secondsLeft: { type: 'number', minimum: 0, description: 'Until the next code.' },
      periodSeconds: count('Length of a time step.'),
      used: truth('Was a code of this time step accepted? It is not accepted again.'),
    }),
    rejections: { 404: 'There is no such account, or it has no second factor.' },
    handle({ composition: { parts } }, { params }) {
      const { username = '' } = params
      const account = parts.accounts.find(username)
      if (!account) throw new ControlProblem(404, 'not-found', `there is no account "${username}"`)
      const { otp } = account
      if (!otp) throw new ControlProblem(404, 'not-found', `"${username}" has no second factor`)
      const step = parts.oneTimeCodes.currentStep(otp)
      const secondsLeft = (step + 1) * otp.period - parts.clock.now() / 1000
      return {
        code: parts.oneTimeCodes.codeAt(otp, step),
        secondsLeft: Math.round(secondsLeft * 1000) / 1000,
        periodSeconds: otp.period,
        used: parts.oneTimeCodes.isUsed(account, step),
      }
    },
  },
}

/** Asks once for what concerns all credentials, however many accounts there are. */
function accountShower(parts: Parts) {
  const keysOf = new Map<string | undefined, string[]>()
  for (const { username, keyId } of parts.accessKeys.all())
    keysOf.set(username, [...(keysOf.get(username) ?? []), keyId])
  const counts = new Map<string, number>()
  for (const { kind, username } of validNow(parts)) {
    const which = `${kind} ${username}`
    counts.set(which, (counts.get(which) ?? 0) + 1)
  }
  return ({ username, name, otp }: Account) => ({
    username,
    name,
    secondFactor: otp !== undefined,
    privateToken: parts.privateTokens.ofUser(username) !== undefined,
    keyIds: keysOf.get(username) ?? [],
    tokens: counts.get(`token ${username}`) ?? 0,
    sessions: counts.get(`session ${username}`) ?? 0,
  })
}
