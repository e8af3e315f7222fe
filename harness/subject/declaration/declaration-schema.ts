import { z } from 'zod'
import { accounts, splitAccounts } from './declared-accounts.ts'
import { clock } from './declared-clock.ts'
import { accessKeys, privateTokens, session } from './declared-credentials.ts'
import { container, start } from './declared-start.ts'
import { milliseconds, secret, serverUrl, text } from './declared-text.ts'
import { headers } from './declared-headers.ts'
import { unixUrl } from '../../wire/base-url.ts'

const count = z.int().min(0)

const limits = z.strictObject({
  failedLoginsPerAccount: count
    .default(2)
    .describe(
      'Rejected logins of one declared account in a row, before a valid one resets its count. 0: no limit.',
    ),
  failedLogins: count.default(25).describe('Rejected logins and codes of the whole run. 0: no limit.'),
  requestsPerSecond: z
    .number()
    .min(0, { abort: true })
    .refine((rate) => rate === 0 || rate >= 0.001, 'must be 0, for no limit, or at least 0.001')
    .default(0)
    .describe('Requests per second, 0.001 or more. 0: no limit.'),
  timeoutMs: milliseconds.default(10_000).describe('Longest wait for one response, in milliseconds.'),
  concurrency: z.int().min(1).max(256).default(8).describe('Requests in flight at once.'),
  maxBodyBytes: count
    .default(32 * 1024 * 1024)
    .describe(
      'Longest body that the suite reads, in bytes. It cuts off a longer one, which then proves nothing. 0: no limit.',
    ),
})

const observe = z.strictObject({
  lockout: z
    .boolean()
    .default(false)
    .describe('Measure how many failed logins lock an account. This locks one.'),
})

const tls = z.strictObject({
  ca: text
    .optional()
    .describe('PEM file of the authority that signed the certificate, next to the declaration.'),
  cert: text
    .optional()
    .describe(
      'Client certificate, with its chain if any: a PEM file next to the declaration, or the PEM itself from a variable.',
    ),
  key: secret
    .optional()
    .describe('The private key of tls.cert, not encrypted: a PEM file, or the PEM itself from a variable.'),
  insecure: z.boolean().default(false).describe('Accept any certificate; the report says so.'),
})

const reports = z.strictObject({
  bodies: z
    .enum(['show', 'mask'])
    .default('show')
    .describe(
      'mask: show only the type, length and digest of a response body. User records contain names and email addresses.',
    ),
})

const baseUrl = z
  .union([serverUrl, z.string().regex(unixUrl)], { error: baseUrlError })
  .optional()
  .describe('Address of the server, with its path prefix if any: http, https, or unix:/path/to.sock.')

function baseUrlError(issue: { input?: unknown }): string {
  if (typeof issue.input !== 'string') return 'must be text, for example http://127.0.0.1:8080'
  if (issue.input.startsWith('unix:'))
    return 'must be unix:/path/to.sock, an absolute path without a colon, optionally followed by :/prefix'
  const checked = serverUrl.safeParse(issue.input)
  return checked.error?.issues[0]?.message ?? 'must be a URL, for example http://127.0.0.1:8080'
}

/** Returns why a text can't be the address of a server; undefined if it can. */
export const whatIsWrongWithBaseUrl = (text: string): string | undefined =>
  baseUrl.safeParse(text).error?.issues[0]?.message

/** The declaration as written; source: declaration reference of the documentation. */
export const declarationSchema = z
  .strictObject({
    $schema: z.string().optional().describe('JSON Schema of this file, for editors.'),
    baseUrl,
    serverVersion: text
      .optional()
      .describe('Version of the server, in quotes: it decides where the reference page is.'),
    debug: z.boolean().optional().describe('Whether the server runs in debug mode. Default: unknown.'),
    pathFamilies: z
      .array(z.enum(['users-v1', 'v1']))
      .min(1, 'needs at least one family')
      .optional()
      .describe('Path families that the server has. Default: the suite finds out.'),
    start: start.optional(),
    container: container.optional(),
    replicas: z
      .int()
      .min(1)
      .max(32)
      .default(1)
      .describe(
        'Number of servers to start and judge in parallel, each with its own state and clock and its share of the cases.',
      ),
    accounts,
    privateTokens,
    accessKeys,
    session,
    clock,
    limits: limits.prefault({}).describe('Limits on requests and failed logins.'),
    observe: observe.prefault({}).describe('Measurements that need your permission.'),
    headers,
    tls: tls.prefault({}).describe('For https.'),
    trace: z
      .boolean()
      .default(true)
      .describe(
        'Sends a traceparent header with a new trace id in each request, to find the request in the log of the server. The report shows the id. Never signed.',
      ),
    reports: reports.prefault({}).describe('What reports show.'),
    mfaFlow: z
      .enum(['seed', 'session-challenge'])
      .default('seed')
      .describe(
        'seed: as specified. session-challenge: a cookie carries the challenge, as in JumpServer 2 to 4.',
      ),
  })
  .refine(({ start: one, container: other }) => one === undefined || other === undefined, {
    path: ['container'],
    message: "can't be combined with start; remove one of them",
  })
  .transform(({ accounts: written, privateTokens: tokens, ...rest }) => ({
    ...rest,
    ...splitAccounts(written),
    // Without a second factor, no account with one has a private token.
    privateTokens: written.mfa === false ? { ...tokens, mfa: tokens.mfa ?? false } : tokens,
  }))

export type DeclarationInput = z.input<typeof declarationSchema>
export type DeclarationParts = z.output<typeof declarationSchema>
