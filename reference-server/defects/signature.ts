import { type Defect, wrap } from '../change.ts'
import type { Account } from '../domain/accounts.ts'

export const signatureDefects: Defect[] = [
  {
    name: 'signature-accept-not-bound',
    summary: 'A signature made for another Accept than was sent is accepted.',
    breaks: [{ requirement: 'signature.accept-bound', level: 'must' }],
    blocks: [],
    apply({ signatures }) {
      wrap(signatures, 'fault', (fault) => (parameters, key, call) => {
        const isAccept = (at: number) => at % 2 === 1 && /^accept$/i.test(call.rawHeaders[at - 1] ?? '')
        const withAccept = (value: string) => call.rawHeaders.map((sent, at) => (isAccept(at) ? value : sent))
        const calls = ['text/html', '', '*/*'].map((value) => ({ ...call, rawHeaders: withAccept(value) }))
        const faults = [call, ...calls].map((one) => fault(parameters, key, one))
        return faults.includes(undefined) ? undefined : faults[0]
      })
    },
  },
  {
    name: 'signature-headers-sorted',
    summary: 'The listed headers are signed in alphabetical order, not in that of the list.',
    breaks: [{ requirement: 'signature.any-order', level: 'must' }],
    blocks: [],
    apply({ signatures }) {
      wrap(signatures, 'signingString', (build) => (names, call) => build([...names].sort(), call))
    },
  },
  {
    name: 'signature-remembered-for-connection',
    summary: 'After one good signature the connection needs no credentials.',
    breaks: [{ requirement: 'anonymous.next-request', level: 'must' }],
    blocks: [],
    apply(parts) {
      const known = new WeakMap<object, Account>()
      wrap(parts.methods, 'signature', (signature) => (text, call) => {
        const account = signature(text, call)
        if (account) known.set(call.connection, account)
        return account
      })
      wrap(parts, 'authenticate', (of) => async (call) => (await of(call)) ?? known.get(call.connection))
    },
  },
  {
    name: 'signature-wrong-answers-500',
    summary: 'A signature that does not verify ends in a server error.',
    breaks: [{ requirement: 'refusal.no-5xx', level: 'should' }],
    blocks: [],
    apply({ methods }) {
      wrap(methods, 'signature', (signature) => (text, call) => {
        const account = signature(text, call)
        if (!account) throw new Error('signature verification failed')
        return account
      })
    },
  },
]
