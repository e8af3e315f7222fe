import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Answers, createAnswers } from './answers.ts'
import { createAuthenticate } from './authentication/authenticate.ts'
import { createBearer } from './authentication/bearer.ts'
import type { Methods } from './authentication/method.ts'
import { createPrivateTokenMethod } from './authentication/private-token.ts'
import { createSessionMethod } from './authentication/session.ts'
import { createSignatureMethod } from './authentication/signature.ts'
import type { Call } from './call.ts'
import { type Choices, createChoices } from './choices.ts'
import { type Clock, createClock } from './clock.ts'
import { createData, type Data, type DataOptions } from './data.ts'
import type { Account } from '../domain/accounts.ts'
import { createSignatures, type Signatures } from '../domain/http-signature.ts'
import { createOneTimeCodes, type OneTimeCodes } from '../domain/one-time-codes.ts'
import { takeRealTime } from '../domain/real-time.ts'
import { createSeeds, type Seeds } from '../domain/seeds.ts'
import { createSessions, type Sessions } from '../domain/sessions.ts'
import { createTokens, type Tokens } from '../domain/tokens.ts'
import { createOperator, type Operator } from '../operator/operator.ts'
import type { SignatureRefusals } from '../desk/explain/signature-refusal.ts'
import { explainRefusals } from '../desk/explain/explain-refusals.ts'
import { createPaths, type Paths } from './paths.ts'
import { systemRandom } from './random.ts'
import { createShapes, type Shapes } from './schemas.ts'
import type { ServerOptions } from './server-options.ts'
import { createState, type State } from './state.ts'

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
  signatureRefusals: SignatureRefusals
  /** Returns the account that a request comes from. */
  authenticate(call: Call): MaybePromise<Account | undefined>
  /** Returns the account with this username if the password is valid. */
  checkPassword(username: string, password: string, call: Call): MaybePromise<Account | undefined>
  /** True if this login needs a second step. */
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

export interface PartsOptions
  extends
    DataOptions,
    Pick<ServerOptions, 'debug' | 'serverVersion' | 'clockOffsetSeconds' | 'realTimeCounts' | 'now'> {
  /** Sends cookies over TLS only. */
  secureCookies?: boolean | undefined
  /** What requests to earlier parts left behind; it then includes `clockOffsetSeconds`. */
  state?: State | undefined
}

/** Builds the parts of a conforming server. Throws file-system errors if `dataDir` cannot be used. */
export function createParts(options: PartsOptions = {}): Parts {
  const choices = createChoices()
  if (options.secureCookies) {
    choices.sessionCookieAttributes += '; Secure'
    choices.csrfCookieAttributes += '; Secure'
  }
  const state = options.state ?? createState({ milliseconds: (options.clockOffsetSeconds ?? 0) * 1000 })
  const clock = createClock(options.now, state.ahead)
  const data = createData(options)
  const randomFor = options.randomFor ?? (() => systemRandom)
  const parts = {
    ...data,
    choices,
    clock,
    paths: createPaths(choices),
    oneTimeCodes: createOneTimeCodes(choices, clock, state.usedSteps),
    seeds: createSeeds(choices, clock, randomFor('seeds'), state.seeds),
    tokens: createTokens(choices, clock, randomFor('tokens'), state.tokens),
    signatures: createSignatures(choices, clock, state.usedSignatures),
    signatureRefusals: new WeakMap(),
    sessions: createSessions(choices, clock, randomFor('sessions'), state.sessions, state.anonymousSessions),
    shapes: createShapes(choices),
    answers: createAnswers(choices),
    async checkPassword(username, password, call) {
      const account = parts.accounts.find(username, call)
      return (await parts.passwords.matches(password, account?.passwordHash, call)) ? account : undefined
    },
    needsSecondStep: (account) => account.otp !== undefined,
    checkCode: (account, code, call) => parts.oneTimeCodes.accepts(account, code, call),
    handle: (handler, call, reply) => handler(call, reply),
    extensions: [],
    mode: { debug: options.debug ?? false, serverVersion: options.serverVersion ?? '2.10.0' },
  } as Omit<Parts, 'methods' | 'authenticate' | 'operator'> as Parts
  if (options.realTimeCounts) takeRealTime(parts, choices, clock, options.now)
  parts.methods = {
    bearer: createBearer(parts),
    token: createPrivateTokenMethod(parts),
    signature: createSignatureMethod(parts),
    session: createSessionMethod(parts),
  }
  parts.authenticate = createAuthenticate(parts)
  if (parts.mode.debug) explainRefusals(parts)
  parts.operator = createOperator(parts)
  return parts
}
