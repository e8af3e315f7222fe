import { createHash } from 'node:crypto'
import { type Document, Lexer, LineCounter, parseDocument, Parser, visit } from 'yaml'
import { z } from 'zod'
import type { AccessKey } from '../../domain/access-keys.ts'
import type { Account } from '../../domain/accounts.ts'
import { readBase32 } from '../../domain/base32.ts'
import type { PrivateToken } from '../../domain/private-tokens.ts'
import { choices } from '../../common/choices.ts'
import { attempt } from '../../common/attempt.ts'
import { UsageError } from '../../common/usage-error.ts'

/** The contents of a seed file, with passwords as written there. */
export interface Seeds {
  accounts: (Omit<Account, 'passwordHash'> & { password: string })[]
  privateTokens: PrivateToken[]
  accessKeys: AccessKey[]
}

const text = z.string().min(1, 'must not be empty')
const visible = text.regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters: it is sent in a header')

const seconds = 'must be a whole number of seconds, 1 to 3600'

const SeedFile = z.strictObject({
  accounts: z.array(
    z.strictObject({
      username: text.max(100, 'must have 100 characters or fewer'),
      password: text.max(choices.fieldLength, `must have ${choices.fieldLength} characters or fewer`),
      name: z.string().optional(),
      email: z.string().optional(),
      id: text.optional(),
      otpSecret: text.refine(isBase32, 'must be base32: A to Z and 2 to 7').optional(),
      digits: z.union([z.literal(6), z.literal(7), z.literal(8)], 'must be 6, 7 or 8').default(6),
      period: z.int(seconds).min(1, seconds).max(3600, seconds).default(30),
      algorithm: z.enum(['SHA1', 'SHA256', 'SHA512'], 'must be SHA1, SHA256 or SHA512').default('SHA1'),
      privateToken: visible.optional(),
      accessKeys: z
        .array(
          z.strictObject({ keyId: visible.regex(/^[^"]*$/, 'must not contain a quote'), keySecret: text }),
        )
        .default([]),
    }),
  ),
})

/**
 * Parses the text of a seed file: YAML, or JSON, which is YAML too. Throws UsageError with the field, its line, and what
 * is wrong with it, but never a value.
 */
export function parseSeedFile(source: string, name: string): Seeds {
  if (isTooDeep(source)) throw new UsageError(`${name}: is nested more than ${mostLevels} levels deep`)
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => `${name}:${lines.linePos(offset).line}`
  const [broken] = document.errors
  if (broken) throw new UsageError(`${at(broken.pos[0])}: this is not YAML: ${broken.code}`)
  const read = SeedFile.safeParse(valueOf(document, at))
  const place = (path: readonly PropertyKey[]): string => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true) as { range?: [number] } | undefined
      if (node?.range) return at(node.range[0])
    }
    return name
  }
  const fail = (path: readonly PropertyKey[], message: string) => `${place(path)}: ${dotted(path)} ${message}`
  if (!read.success) {
    const all = read.error.issues.map((issue) =>
      fail(issue.path, fixFor(issue, document.getIn(issue.path) ?? undefined)),
    )
    throw new UsageError(all.join('\n'))
  }
  const { accounts } = read.data
  for (const [field, values] of [
    ['username', accounts.map(({ username }) => [username])],
    ['privateToken', accounts.map(({ privateToken }) => (privateToken === undefined ? [] : [privateToken]))],
    ['accessKeys', accounts.map(({ accessKeys }) => accessKeys.map(({ keyId }) => keyId))],
  ] as const) {
    const seen = new Set<string>()
    for (const [index, ours] of values.entries()) {
      if (ours.some((value) => seen.size === seen.add(value).size))
        throw new UsageError(fail(['accounts', index, field], 'is in the file twice'))
    }
  }
  return seedsOf(accounts)
}

/** Far deeper than a seed file. */
const mostLevels = 100

/**
 * Says whether the composer, which calls itself, could fill the stack. It catches that, but if a pattern is compiled just then,
 * Node ends.
 */
function isTooDeep(source: string): boolean {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(source)) {
    Array.from(parser.next(lexeme))
    if (parser.stack.length > mostLevels) return true
  }
  return false
}

/** Returns the value of the document. Throws UsageError for an alias, such as an unquoted password that begins with *. */
function valueOf(document: Document.Parsed, at: (offset: number) => string): unknown {
  visit(document, {
    Alias(_key, { range }) {
      throw new UsageError(
        `${at(range?.[0] ?? 0)}: this is an alias; put a text that begins with * into quotes`,
      )
    },
  })
  return document.toJS() ?? {}
}

function seedsOf(accounts: z.infer<typeof SeedFile>['accounts']): Seeds {
  return {
    accounts: accounts.map(({ username, password, name, email, id, otpSecret, ...otp }) => ({
      id: id ?? stableId(username),
      username,
      name: name ?? username,
      email: email ?? '',
      password,
      ...(otpSecret === undefined
        ? {}
        : { otp: { secret: otpSecret, digits: otp.digits, period: otp.period, algorithm: otp.algorithm } }),
    })),
    privateTokens: accounts.flatMap(({ username, privateToken: token }) =>
      token === undefined ? [] : [{ username, token }],
    ),
    accessKeys: accounts.flatMap(({ username, accessKeys }) =>
      accessKeys.map((key) => ({ ...key, username })),
    ),
  }
}

const dotted = (path: readonly PropertyKey[]) =>
  path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at ? '.' : ''}${String(part)}`))
    .join('') || 'the file'

const fieldsAt = [
  'is accounts',
  'are username, password, name, email, id, otpSecret, digits, period, algorithm, privateToken and accessKeys',
  'are keyId and keySecret',
]

/** `given` is the value in the file; undefined if there is none. */
function fixFor(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code === 'unrecognized_keys')
    return `has an unknown field "${issue.keys.join('", "')}"; there ${fieldsAt[issue.path.length / 2]}`
  if (
    issue.code === 'invalid_type' &&
    issue.expected === 'string' &&
    ['number', 'boolean'].includes(typeof given)
  )
    return 'must be a string: put quotes around it'
  if (issue.code === 'invalid_type') return `must be given, as ${withArticle(issue.expected)}`
  return issue.message.replace(/^./, (first) => first.toLowerCase())
}

const withArticle = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

function isBase32(secret: string): boolean {
  return attempt(() => readBase32(secret).length > 0, false)
}

/** Returns a UUID that is the same for a username in every run. */
function stableId(username: string): string {
  const hex = createHash('sha256').update(username).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
