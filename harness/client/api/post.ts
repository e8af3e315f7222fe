import type { Run } from '../../run/run.ts'
import type { Role, Trace } from '../../run/trace.ts'
import type { Exchange, Header, SendOptions } from '../../wire/exchange.ts'
import type { Encoding } from '../../facts/families.ts'
import type { Answer, Operation } from '../answer.ts'
import { anonymous } from '../credentials/credentials.ts'
import { encode, typeOf } from '../encode.ts'
import { GivenAnswer } from '../given-answer.ts'
import { rememberSecrets } from '../remember-secrets.ts'
import { send, type LoginAttempt } from '../send.ts'

interface PostOptions {
  encoding: Encoding
  role: Role
  headers: readonly Header[]
  login: LoginAttempt
  /** True if the path is a whole request target, without the base URL's path before it. */
  whole?: boolean
  /** Content type instead of the usual one; empty: none. */
  type?: string | undefined
  accept?: string | undefined
  wire?: SendOptions | undefined
}

/** Sends a login or a second step. */
export async function post(
  run: Run,
  trace: Trace,
  path: string,
  fields: Record<string, unknown> | string,
  { encoding, role, headers, login, whole = false, type: otherType, accept, wire }: PostOptions,
): Promise<Exchange> {
  const [usual, body] = typeof fields === 'string' ? [typeOf[encoding], fields] : encode(fields, encoding)
  const type = otherType ?? usual
  const typed: Header[] = [...(type === '' ? [] : [['Content-Type', type] as const]), ...headers]
  return await send(run, trace, {
    method: 'POST',
    path,
    whole,
    credential: anonymous,
    ...(accept === undefined ? {} : { accept }),
    ...(wire === undefined ? {} : { options: wire }),
    headers: typed,
    body,
    role,
    part: 'login',
    login,
  })
}

/** The answer in an exchange; its secrets are remembered. */
export function toAnswer(run: Run, operation: Operation, exchange: Exchange, rest: Partial<Answer>): Answer {
  return rememberSecrets(run, new GivenAnswer(operation, exchange, rest))
}
