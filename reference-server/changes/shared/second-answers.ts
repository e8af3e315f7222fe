import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { Call } from '../../common/call.ts'
import { type Apply, type Defect, wrapping } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { rejecting } from '../legal.ts'
import { isCall, membersOf } from './alter-answers.ts'
import { breaking, must, should } from './breach.ts'
import { methodOf } from './method-of.ts'
import { boundBySignature } from './signature-rows.ts'

const wrongPassword = breaking(must('login.wrong-password'))

/** A forgotten `return`: the handler rejects the request, then goes on and grants it on the same connection. */
export const secondAnswerDefects: Record<string, Defect> = {
  'wrong-password-answered-twice': breaking(must('login.wrong-password', 'mfa.wrong-password-no-challenge'))(
    'The rejection of a wrong password is followed by what the valid password gets.',
    alsoGrant((call) => isCall('login')(call) && hasPassword(call), firstStep),
  ),
  'wrong-password-answered-twice-on-newer-form': wrongPassword(
    'On the newer path family, a form with a wrong password gets the token a little later.',
    alsoGrant((call) => isCall('login', 'v1', 'form')(call) && hasPassword(call), firstStep, {
      laterMilliseconds: 3,
    }),
  ),
  'wrong-password-answered-twice-without-head': wrongPassword(
    'On the older path family, the rejection of a form is followed by the token as bytes without a head.',
    alsoGrant((call) => isCall('login', 'users-v1', 'form')(call) && hasPassword(call), firstStep, {
      bare: true,
    }),
  ),
  'wrong-password-answered-twice-in-one-body': breaking(
    must('login.wrong-password', 'login.missing-field', 'mfa.wrong-password-no-challenge'),
  )(
    'On the newer path family, the body of the rejection also contains what the valid password gets.',
    (parts) =>
      rejecting(parts, (reply, call, problem) => {
        const body = firstStep(call, parts)
        if (!isCall('login', 'v1', 'json')(call) || !body) throw problem
        reply.status(parts.choices.notAuthenticatedStatus).type('application/json')
        return `${JSON.stringify(parts.answers.rejection(problem, call))}\n${JSON.stringify(body)}`
      }),
  ),
  'login-without-password-answered-twice': breaking(
    must('login.missing-field', 'mfa.wrong-password-no-challenge'),
  )(
    'The rejection of a login without a password is followed by a token.',
    alsoGrant((call) => call.operation === 'login' && !hasPassword(call), firstStep),
  ),
  'challenge-followed-by-token': {
    summary: 'On the older path family the challenge is followed by a token.',
    breaks: must('mfa.challenge-shape'),
    // The token may arrive when the next request is already on the connection.
    mayBreak: must('mfa.newer-family-two-steps'),
    apply: wrapping('handle', (handle, parts) => async (handler, call, reply) => {
      const body = await handle(handler, call, reply)
      const account = accountNamed(parts, call)
      if (isCall('login', 'users-v1')(call) && account && 'seed' in membersOf(body))
        behind(reply, call, parts.answers.token(parts.tokens.issue(account, call), call))
      return body
    }),
  },
  'wrong-code-answered-twice': breaking([
    ...must('mfa.wrong-code', 'mfa.other-accounts-seed'),
    ...should('mfa.old-code-refused', 'mfa.code-one-time'),
  ])(
    'The rejection of a wrong code is followed by a token.',
    alsoGrant((call) => call.operation === 'second-step' && hasCode(call), secondStep),
  ),
  'second-step-without-code-answered-twice-then-closed': breaking(must('mfa.missing-field'))(
    'A second step without a code is told that the connection will close, and gets a token before it does.',
    alsoGrant((call) => call.operation === 'second-step' && !hasCode(call), secondStep, {
      closes: true,
    }),
  ),
  'spent-seed-answered-twice': breaking(must('mfa.seed-one-time'))(
    'The rejection of a spent seed is followed by a token.',
    alsoGrant(isCall('second-step'), (call, parts) => {
      const seed = parts.seeds.records.get(String(membersOf(call.body)['seed']))
      const account = seed?.spent ? parts.accounts.find(seed.username, call) : undefined
      return account && parts.answers.token(parts.tokens.issue(account, call), call)
    }),
  ),
  'void-token-followed-by-list': breaking(must('token.void-after-hour', 'token.fixed-hour'))(
    'On the older list the rejection of an expired token is followed by the list.',
    alsoGrant(
      (call) => isCall('list', 'users-v1')(call) && methodOf(call) === 'bearer',
      (call, parts) => {
        const text = /^Bearer (.*)$/.exec(authorizationOf(call))?.[1] ?? ''
        return parts.tokens.find(text, call) && listFor(call, parts)
      },
    ),
    { blocks: ['token.stays-void'] },
  ),
  'wrong-signature-followed-by-list': breaking([
    ...must(...boundBySignature, 'signature.empty', 'signature.cut', 'signature.missing-header'),
    ...should('signature.covers-target-or-time', 'signature.created-needs-parameter', 'signature.empty-list'),
  ])(
    'On the newer list the rejection of a signature that does not verify is followed by the list.',
    alsoGrant(
      (call) => isCall('list', 'v1')(call) && methodOf(call) === 'signature',
      (call, parts) => {
        const keyId = /keyId="([^"]*)"/.exec(authorizationOf(call))?.[1] ?? ''
        return parts.accessKeys.find(keyId, call) && listFor(call, parts)
      },
    ),
  ),
  'no-credentials-followed-by-list': breaking(
    must('anonymous.no-credentials', 'anonymous.next-request', 'mfa.challenge-opens-nothing'),
  )(
    'On the newer list the rejection of a request without credentials is followed by the list.',
    alsoGrant((call) => isCall('list', 'v1')(call) && methodOf(call) === undefined, listFor),
    { blocks: ['token.void-after-hour'] },
  ),
}

interface Manner {
  /** Without a status line and header fields. */
  bare?: boolean
  /** The first answer closes the connection. */
  closes?: boolean
  laterMilliseconds?: number
}

/** If a call that `which` picks is rejected, sends what it would have got otherwise after the rejection. */
function alsoGrant(
  which: (call: Call) => boolean,
  grant: (call: Call, parts: Parts) => unknown,
  manner: Manner = {},
): Apply {
  return (parts) =>
    rejecting(parts, (reply, call, problem) => {
      const body = which(call) ? grant(call, parts) : undefined
      if (body !== undefined) behind(reply, call, body, manner)
      throw problem
    })
}

/** Sends a second answer right after the first one. */
function behind(reply: FastifyReply, call: Call, body: unknown, manner: Manner = {}): void {
  const { bare = false, closes = false, laterMilliseconds } = manner
  const text = JSON.stringify(body)
  const head = [
    'HTTP/1.1 200 OK',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  const bytes = bare ? text : `${head.join('\r\n')}\r\n\r\n${text}`
  const socket = call.connection as Socket
  const send = () => void (socket.writable && socket.write(bytes))
  if (closes) reply.header('connection', 'close')
  // Runs before Node's own listener, which closes a connection marked for closing.
  reply.raw.prependOnceListener('finish', () => {
    if (laterMilliseconds === undefined) send()
    else setTimeout(send, laterMilliseconds)
  })
}

const hasPassword = ({ body }: Call): boolean => Boolean(membersOf(body)['password'])
const hasCode = ({ body }: Call): boolean => Boolean(membersOf(body)['otp_code'])

const accountNamed = (parts: Parts, call: Call) =>
  parts.accounts.find(String(membersOf(call.body)['username']), call)

function firstStep(call: Call, parts: Parts): unknown {
  const account = accountNamed(parts, call)
  if (!account) return undefined
  return parts.needsSecondStep(account, call)
    ? parts.answers.challenge(parts.seeds.issue(account, call), parts.paths.secondStep['users-v1'], call)
    : parts.answers.token(parts.tokens.issue(account, call), call)
}

function secondStep(call: Call, parts: Parts): unknown {
  const seed = parts.seeds.find(String(membersOf(call.body)['seed']), call)
  const account = seed && parts.accounts.find(seed.username, call)
  return account && parts.answers.token(parts.tokens.issue(account, call), call)
}

function listFor(call: Call, parts: Parts): unknown {
  const [caller] = parts.accounts.all()
  const records = parts.accounts.all().map((account) => parts.answers.user(account, call))
  return caller && parts.answers.users(records, caller, call)
}

const authorizationOf = ({ rawHeaders }: Call): string =>
  rawHeaders[rawHeaders.findIndex((text) => text.toLowerCase() === 'authorization') + 1] ?? ''
