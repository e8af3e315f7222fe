import type { Socket } from 'node:net'
import type { Methods } from '../../server/method.ts'
import type { Call } from '../../common/call.ts'
import { type Defect, wrap, wrappingOn } from '../change.ts'
import type { Account } from '../../domain/accounts.ts'
import { must, breaking } from './breach.ts'
import { needsClosedLists, openWithAnything, openWithoutCredentials } from './list-rows.ts'
import { methodOf } from './method-of.ts'

/** State of one request or caller that leaks into the next one. */
export const rememberingDefects: Defect[] = [
  ...(['bearer', 'token', 'signature', 'session'] as const).map(rememberedForConnection),
  breaking(must('anonymous.next-request'))(
    'web-login-remembered-for-connection',
    'After a login on the web page, its connection needs no credentials.',
    (parts) => {
      const known = new WeakMap<object, string>()
      wrap(parts.sessions, 'start', (start) => (username, call) => {
        if (username !== undefined && call) known.set(call.connection, username)
        return start(username, call)
      })
      wrap(parts, 'authenticate', (of) => async (call) => {
        const username = methodOf(call) === undefined ? known.get(call.connection) : undefined
        return username === undefined ? await of(call) : parts.accounts.find(username, call)
      })
    },
  ),
  breaking(openWithAnything)(
    'address-trusted-once-signed-on-newer-list',
    'On the newer list, an address is trusted after one valid signature, whatever credentials it sends later.',
    (parts) => {
      const known = new Map<string | undefined, Account>()
      const addressOf = (call: Call) => (call.connection as Socket).remoteAddress
      wrap(parts.methods, 'signature', (signature) => (text, call) => {
        const account = signature(text, call)
        if (account) known.set(addressOf(call), account)
        return account
      })
      wrap(parts, 'authenticate', (of) => async (call) => {
        return (await of(call)) ?? (call.family === 'v1' ? known.get(addressOf(call)) : undefined)
      })
    },
    { blocks: [...needsClosedLists, 'token.stays-void'] },
  ),
  breaking(openWithoutCredentials)(
    'older-list-remembers-last-caller',
    'On the older list, a request without credentials counts as one from the last caller.',
    wrappingOn('users-v1', 'authenticate', (of) => {
      let last: Account | undefined
      return async (call) => {
        const account = methodOf(call) === undefined ? last : await of(call)
        last = account ?? last
        return account
      }
    }),
    { blocks: [...needsClosedLists, 'token.void-after-hour'] },
  ),
  breaking(openWithAnything)(
    'older-list-cached-for-everyone',
    'The older list is cached by its target, and served before credentials are checked.',
    wrappingOn('users-v1', 'handle', (handle) => {
      const cache = new Map<string, unknown>()
      return async (handler, call, reply) => {
        if (call.operation !== 'list') return handle(handler, call, reply)
        const answer = cache.get(call.target) ?? (await handle(handler, call, reply))
        cache.set(call.target, answer)
        return answer
      }
    }),
    { blocks: [...needsClosedLists, 'token.stays-void'] },
  ),
]

function rememberedForConnection(method: keyof Methods): Defect {
  const word = { bearer: 'token', token: 'private token', signature: 'signature', session: 'session' }[method]
  return breaking(must('anonymous.next-request'))(
    `${word.replace(' ', '-')}-remembered-for-connection`,
    `After a request with a ${word}, its connection needs no credentials.`,
    (parts) => {
      const known = new WeakMap<object, Account>()
      wrap(parts, 'authenticate', (of) => async (call) => {
        const shown = methodOf(call)
        const account = shown === undefined ? known.get(call.connection) : await of(call)
        if (account && shown === method) known.set(call.connection, account)
        return account
      })
    },
  )
}
