import { createRandom } from '../../run/random.ts'
import { runAsCase } from '../../run/current-case.ts'
import type { Run } from '../../run/run.ts'
import { createTrace } from '../../run/trace.ts'
import { declarationSchema, type DeclarationInput } from '../../subject/declaration/declaration-schema.ts'
import { createSecrets } from '../../wire/shown/masking.ts'
import { createRecentSecrets } from '../../wire/shown/recent-secrets.ts'
import {
  header,
  type Exchange,
  type Header,
  type SendOptions,
  type WireRequest,
} from '../../wire/exchange.ts'
import { createApi } from '../api/api.ts'
import { createCutOff } from '../../facts/cut-off.ts'
import { createFailedLogins } from '../../ledgers/failed-logins.ts'
import { createGivenSeeds } from '../../facts/given-seeds.ts'
import { createKnownLists } from '../../facts/known-lists.ts'
import { declaredUsernames } from '../../subject/declaration/declared-usernames.ts'
import { createOneTimeCodes } from '../../ledgers/one-time-codes.ts'
import { createRateLimit } from '../../ledgers/rate-limit.ts'
import { createSignatureDates } from '../../ledgers/signature-dates.ts'
import { createSteps } from '../steps/steps.ts'
import { createTokenMemory } from '../../facts/token-memory.ts'
import { noon } from './instants.ts'

/** What a made-up subject answers: 200 unless `status` is given, and JSON unless `body` is given. */
export interface Reply {
  status?: number
  headers?: readonly Header[]
  json?: unknown
  body?: string
  /** True if the body was cut at the size limit. */
  truncated?: boolean
  isOneTooMany?: true
}

/** Answers by `METHOD /path`, ignoring the query; 404 for any other. A function may throw instead of replying. */
export type Subject = Readonly<Record<string, Reply | ((request: WireRequest) => Reply)>>

export interface TestClientOptions {
  /** The declaration; the rest has its defaults. */
  declared?: DeclarationInput
  /** Path prefix of the base URL. */
  prefix?: string
  /** False if the subject's clock can't be moved. */
  movable?: boolean
}

/** How long every answer takes, in milliseconds. */
export const answerMs = 40

/**
 * The client with everything that it remembers, in front of a made-up subject instead of a network. Time only passes with
 * answers; the subject's clock starts at noon, ours at zero, and a wait is a jump.
 */
export function createTestClient(
  subject: Subject,
  { declared = {}, prefix = '', movable = true }: TestClientOptions = {},
) {
  const sent: (WireRequest & { options: SendOptions | undefined })[] = []
  const { $schema: _, ...declaration } = declarationSchema.parse(declared)
  let elapsedMs = 0
  const now = () => noon + elapsedMs
  const until = async (ms: number) => void (elapsedMs = Math.max(elapsedMs, ms - noon))
  const secrets = createSecrets()
  const knownSecrets: { value: string; label: string }[] = []

  const rateLimit = createRateLimit({
    monotonic: () => elapsedMs,
    slowDown: () => ({}),
    wait: async (ms) => void (elapsedMs += ms),
    clock: { movable, realTime: false, now, leftSeconds: Infinity },
    alone: until,
  })
  const run = {
    declaration,
    wire: {
      origin: 'http://subject.test:8080',
      prefix,
      async send(request: WireRequest, options?: SendOptions): Promise<Exchange> {
        sent.push({ ...request, options })
        const sentAt = elapsedMs
        const route = subject[`${request.method} ${request.target.split('?')[0]}`] ?? { status: 404 }
        const reply = typeof route === 'function' ? route(request) : route
        elapsedMs += answerMs
        return { request, response: toResponse(reply), sentAt, answeredAt: elapsedMs }
      },
    },
    monotonic: () => elapsedMs,
    sleep: async (ms: number) => void (elapsedMs += ms),
    clock: { kind: 'control', movable, realTime: false, now },
    secrets: {
      ...secrets,
      add(value: string, label: string): void {
        secrets.add(value, label)
        knownSecrets.push({ value, label })
      },
    },
    knownSecrets: () => knownSecrets,
    recentSecrets: createRecentSecrets(),
    random: createRandom(1),
    failedLogins: createFailedLogins(declaration.limits),
    lists: createKnownLists(declaredUsernames(declaration)),
    tokens: createTokenMemory(),
    codes: createOneTimeCodes({ now, movable }, rateLimit.pass),
    seeds: createGivenSeeds(),
    signatureDates: createSignatureDates(now, async (ms) => void (elapsedMs += ms)),
    support: { login: { 'users-v1': true, v1: true }, list: { 'users-v1': true, v1: true } },
    rateLimit,
    cutOff: createCutOff(() => elapsedMs),
    slowestGetMs: 0,
    redirects: new Map(),
    letIn: new Map(),
    listed: new Set(),
    hints: new Set(),
    serverErrors: [],
    besideWrongCodes: [],
    controls: new Map(),
    firstUses: new Map(),
    unknownPath: {},
  } as unknown as Run
  const trace = createTrace()
  const api = createApi(run, trace)

  return {
    run,
    trace,
    api,
    steps: createSteps(run, api, until),
    sent,
    /** The sent requests as `METHOD target`, which tests compare most. */
    asked: () => sent.map(({ method, target }) => `${method} ${target}`),
    now,
    pass: (seconds: number) => void (elapsedMs += seconds * 1000),
    until,
    /** Does work that only a case may do, such as judging. */
    inCase: <T>(work: () => Promise<T>): Promise<T> => runAsCase({ run, trace }, work),
  }
}

export type TestClient = ReturnType<typeof createTestClient>

function toResponse({
  status = 200,
  headers = [],
  json,
  body,
  truncated = false,
  isOneTooMany,
}: Reply): Exchange['response'] {
  const typed = json !== undefined && header(headers, 'content-type') === undefined
  return {
    status,
    headers: [...(typed ? [['Content-Type', 'application/json'] as const] : []), ...headers],
    body: new TextEncoder().encode(body ?? (json === undefined ? '' : JSON.stringify(json))),
    truncated,
    ...(isOneTooMany && { isOneTooMany }),
  }
}

/** Gives the replies one after another, and repeats the last one. */
export function inTurn(...replies: Reply[]): () => Reply {
  let next = 0
  return () => replies[Math.min(next++, replies.length - 1)] ?? {}
}
