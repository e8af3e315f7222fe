import { explainRejections } from './explain/explain-signature.ts'
import { createSignatures } from '../domain/http-signature.ts'
import { createOneTimeCodes } from '../domain/one-time-codes.ts'
import { takeRealTime } from './real-time.ts'
import { createSeeds } from '../domain/seeds.ts'
import { createSessions } from '../domain/sessions.ts'
import { createTokens } from '../domain/tokens.ts'
import { createOperator } from './operator.ts'
import { createAnswers } from './answers.ts'
import { createAuthenticate } from './authentication/authenticate.ts'
import { createMethods } from './authentication/methods.ts'
import { createChoices } from '../common/choices.ts'
import { createClock } from '../common/clock.ts'
import { createData, type DataOptions } from './data.ts'
import type { Parts } from './parts.ts'
import { createPaths } from './paths.ts'
import { systemRandom } from '../common/random.ts'
import { createShapes } from './schemas.ts'
import type { ServerOptions } from './server-options.ts'
import { createState, type State } from './state.ts'

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
    signatureRejections: new WeakMap(),
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
  parts.methods = createMethods(parts)
  parts.authenticate = createAuthenticate(parts)
  if (parts.mode.debug) explainRejections(parts)
  parts.operator = createOperator(parts)
  return parts
}
