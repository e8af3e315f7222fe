import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SignatureRejections } from './signature-rejection.ts'
import type { Account } from '../domain/accounts.ts'
import type { Signatures } from '../domain/http-signature.ts'
import type { OneTimeCodes } from '../domain/one-time-codes.ts'
import type { Seeds } from '../domain/seeds.ts'
import type { Sessions } from '../domain/sessions.ts'
import type { Tokens } from '../domain/tokens.ts'
import type { Operator } from './operator.ts'
import type { Answers } from './answers.ts'
import type { Methods } from './method.ts'
import type { Call } from '../common/call.ts'
import type { Choices } from '../common/choices.ts'
import type { Clock } from '../common/clock.ts'
import type { Data } from './data.ts'
import type { Paths } from './paths.ts'
import type { Shapes } from './schemas.ts'

export type MaybePromise<T> = T | Promise<T>

/** Answers one call. The result is sent as JSON; a string is sent as it is. */
export type Handler = (call: Call, reply: FastifyReply) => unknown

/**
 * The assembled server. Every part calls the others, and itself, through this object, so if a defect or a variation
 * replaces one of these functions, the whole server uses the replacement.
 */
export interface Parts extends Data {
  choices: Choices
  clock: Clock
  paths: Paths
  oneTimeCodes: OneTimeCodes
  seeds: Seeds
  tokens: Tokens
  signatures: Signatures
  sessions: Sessions
  shapes: Shapes
  methods: Methods
  /** Why signatures were rejected, for code that explains it. */
  signatureRejections: SignatureRejections
  authenticate(call: Call): MaybePromise<Account | undefined>
  /** Returns the account with this username if the password is valid. */
  checkPassword(username: string, password: string, call: Call): MaybePromise<Account | undefined>
  needsSecondStep(account: Account, call: Call): boolean
  /** True if this is the account's current one-time code. */
  checkCode(account: Account, code: string, call: Call): MaybePromise<boolean>
  answers: Answers
  operator: Operator
  /** Every call passes through here: what bypasses the routes bypasses this. */
  handle(handler: Handler, call: Call, reply: FastifyReply): unknown
  /** Called on the application before the routes are added: further routes and hooks. */
  extensions: ((app: FastifyInstance, parts: Parts) => void)[]
  /** How the server was started. */
  mode: { debug: boolean; serverVersion: string }
}
