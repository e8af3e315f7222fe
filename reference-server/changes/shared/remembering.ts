import type { Socket } from 'node:net'
import type { Methods } from '../../server/authentication/method.ts'
import type { Call } from '../../common/call.ts'
import { type Defect, wrap, wrappingOn } from '../change.ts'
import type { Account } from '../../domain/accounts.ts'
import { must } from './breach.ts'
import { needsClosedLists, openWithAnything, openWithoutCredentials } from '../users/list-rows.ts'
import { methodOf } from './method-of.ts'

/** State of one request or caller that leaks into the next one. */
export const rememberingDefects: Defect[] = [
  ...(['bearer', 'token', 'signature', 'session'] as const).map(rememberedForConnection),
  {
    name: 'address-trusted-once-signed-on-newer-list',
    summary:
      'On the newer list, an address is trusted after one valid signature, whatever credentials it sends later.',
    breaks: openWithAnything,
    blocks: [...needsClosedLists, 'token.stays-void'],
    apply(parts) {
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
  },
  {
    name: 'older-list-remembers-last-caller',
    summary: 'On the older list, a request without credentials counts as one from the last caller.',
    breaks: openWithoutCredentials,
    blocks: [...needsClosedLists, 'token.void-after-hour'],
    apply: wrappingOn('users-v1', 'authenticate', (of) => {
      let last: Account | undefined
      return async (call) => {
        const account = methodOf(call) === undefined ? last : await of(call)
        last = account ?? last
        return account
      }
    }),
  },
  {
    name: 'older-list-cached-for-everyone',
    summary: 'The older list is cached by its target, and served before credentials are checked.',
    breaks: openWithAnything,
    blocks: [...needsClosedLists, 'token.stays-void'],
    apply: wrappingOn('users-v1', 'handle', (handle) => {
      const cache = new Map<string, unknown>()
      return async (handler, call, reply) => {
        if (call.operation !== 'list') return handle(handler, call, reply)
        const answer = cache.get(call.target) ?? (await handle(handler, call, reply))
        cache.set(call.target, answer)
        return answer
      }
    }),
  },
]

function rememberedForConnection(method: keyof Methods): Defect {
  const word = { bearer: 'token', token: 'private token', signature: 'signature', session: 'session' }[method]
  return {
    name: `${word.replace(' ', '-')}-remembered-for-connection`,
    summary: `After a request with a ${word}, its connection needs no credentials.`,
    breaks: must('anonymous.next-request'),
    apply(parts) {
      const known = new WeakMap<object, Account>()
      wrap(parts, 'authenticate', (of) => async (call) => {
        const shown = methodOf(call)
        const account = shown === undefined ? known.get(call.connection) : await of(call)
        if (account && shown === method) known.set(call.connection, account)
        return account
      })
    },
  }
}
