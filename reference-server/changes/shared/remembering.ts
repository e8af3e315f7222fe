import type { Socket } from 'node:net'
import type { Call } from '../../common/call.ts'
import { type Defect, ofEach, wrap, wrappingOn } from '../change.ts'
import type { Account } from '../../domain/accounts.ts'
import { must, breaking } from './breach.ts'
import { needsClosedLists, openWithAnything, openWithoutCredentials } from './list-rows.ts'
import { methodOf, methods } from './method-of.ts'

/** State of one request or caller that leaks into the next one. */
export const rememberingDefects: Record<string, Defect> = {
  ...ofEach(methods, ([method, word]) => [
    `${word.replace(' ', '-')}-remembered-for-connection`,
    breaking(must('anonymous.next-request'))(
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
    ),
  ]),
  'web-login-remembered-for-connection': breaking(must('anonymous.next-request'))(
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
  'address-trusted-once-signed-on-newer-list': breaking(openWithAnything)(
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
  'older-list-remembers-last-caller': breaking(openWithoutCredentials)(
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
  'older-list-cached-for-everyone': breaking(openWithAnything)(
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
}
