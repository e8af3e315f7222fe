import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attempt } from '../../common/attempt.ts'
import type { Call } from '../../common/call.ts'
import { wrap } from '../../changes/change.ts'
import { stopwatchTime } from '../../common/clock.ts'
import { explainSignature } from '../../server/explain/explain-signature.ts'
import { reasonOf } from '../../server/explain/reason-of.ts'
import type { Parts } from '../../server/parts.ts'
import type { Journal } from './journal.ts'

/** Longer bodies are not kept. */
const keptBytes = 4096

/** Records every request that this application answers in the journal. Call it after adding the routes and hooks. */
export function watchRequests(
  app: FastifyInstance,
  parts: Parts,
  journal: Journal,
  changes: readonly string[],
): void {
  const owners = rememberOwners(parts)
  const began = new WeakMap<object, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    began.set(request, stopwatchTime())
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { call } = request
    const username = call && owners.get(call)
    const refused = call && username === undefined
    // A defect may make a service throw; what the journal works out must not change the answer.
    const reason = refused ? attempt(() => reasonOf(parts, call, reply.statusCode)) : undefined
    journal.add({
      at: parts.clock.now(),
      durationMs: Math.round((stopwatchTime() - (began.get(request) ?? stopwatchTime())) * 10) / 10,
      method: request.raw.method ?? '',
      target: request.originalUrl,
      operation: call?.operation,
      family: call?.family,
      requestHeaders: request.raw.rawHeaders,
      ...bodyOf(request),
      status: reply.statusCode,
      answerHeaders: { ...reply.getHeaders() },
      ...answerOf(reply, payload),
      username,
      reason,
      explanation: refused && parts.mode.debug ? attempt(() => explainSignature(parts, call)) : undefined,
      changes,
    })
    done()
  })
}

/** Remembers whose credentials each call carried, if they were accepted. */
function rememberOwners(parts: Parts): WeakMap<Call, string> {
  const owners = new WeakMap<Call, string>()
  wrap(parts, 'authenticate', (authenticate) => async (call) => {
    const account = await authenticate(call)
    if (account) owners.set(call, account.username)
    return account
  })
  wrap(parts, 'checkPassword', (check) => async (username, password, call) => {
    const account = await check(username, password, call)
    if (account) owners.set(call, account.username)
    return account
  })
  wrap(parts, 'checkCode', (check) => async (account, code, call) => {
    const valid = await check(account, code, call)
    if (valid) owners.set(call, account.username)
    else owners.delete(call)
    return valid
  })
  return owners
}

function bodyOf({ body, headers }: FastifyRequest) {
  if (body === undefined || body === null) return { requestBody: undefined, requestBytes: 0 }
  const told = Number(headers['content-length'])
  const requestBytes = Number.isFinite(told) ? told : attempt(() => Buffer.byteLength(JSON.stringify(body)))
  return {
    requestBody: requestBytes !== undefined && requestBytes <= keptBytes ? body : undefined,
    requestBytes,
  }
}

function answerOf(reply: FastifyReply, payload: unknown) {
  const text = typeof payload === 'string' ? payload : undefined
  const answerBytes =
    text === undefined ? Number(reply.getHeader('content-length') ?? 0) : Buffer.byteLength(text)
  return { answerBody: answerBytes <= keptBytes ? text : undefined, answerBytes }
}
