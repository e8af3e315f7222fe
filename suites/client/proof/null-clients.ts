import type { Reply, StartAdapter } from '../../../harness/client-judge/adapter.ts'
import type { Operation } from '../../../harness/client-judge/operation.ts'
import { createClient, type Env } from './client.ts'

/** A client that does nothing right, so that no rule may pass. */
export interface NullClient {
  name: string
  summary: string
  start: StartAdapter
}

const answers = (name: string, summary: string, reply: (operation: Operation) => Reply): NullClient => ({
  name,
  summary,
  start: () => ({ ask: async (operation) => reply(operation), end: async () => {}, said: () => '' }),
})

/** Acts like the reference client, but answers something else. */
const instead = (
  name: string,
  summary: string,
  reply: (valid: Reply) => Reply,
  told: (env: Env) => Env = (env) => env,
): NullClient => ({
  name,
  summary,
  start: (env, time) => {
    const client = createClient(told(env), time)
    return {
      async ask(operation) {
        const valid = (await client.act(operation)) as { ok: boolean; users?: unknown }
        if (operation.op !== 'list') return { kind: 'ok' }
        return reply(valid.ok ? { kind: 'ok', users: valid.users } : { kind: 'error', error: 'no' })
      },
      end: async () => client.close(),
      said: () => '',
    }
  },
})

const recorded = {
  CONFORMANCE_USERNAME: 'ada',
  CONFORMANCE_PASSWORD: 'of another run',
  CONFORMANCE_MFA_USERNAME: 'bob',
  CONFORMANCE_MFA_PASSWORD: 'of another run',
  CONFORMANCE_OTP_SECRET: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  CONFORMANCE_PRIVATE_TOKEN: 'e47af8a3d267bf878f17ab95106497e207b5f029',
  CONFORMANCE_KEY_ID: '1dd65ed2-d9b2-424d-8e2c-b10c09a0778b',
  CONFORMANCE_KEY_SECRET: 'of another run',
}

export const nullClients: readonly NullClient[] = [
  answers('says-ok', 'Answers ok to everything, with an empty list.', ({ op }) =>
    op === 'list' ? { kind: 'ok', users: [] } : { kind: 'ok' },
  ),
  answers('makes-users-up', 'Answers ok with users of its own making.', ({ op }) =>
    op === 'list'
      ? { kind: 'ok', users: Array.from({ length: 7 }, (_, at) => ({ username: `user-${at}` })) }
      : { kind: 'ok' },
  ),
  answers('says-no', 'Answers that everything failed.', () => ({ kind: 'error', error: 'no' })),
  answers('supports-nothing', 'Supports no operation.', () => ({ kind: 'unsupported' })),
  answers('is-silent', 'Never answers.', ({ op }) => ({ kind: 'fault', fault: `gave no answer to ${op}` })),
  instead('answers-wrongly', 'Sends valid requests, and answers that they failed.', () => ({
    kind: 'error',
    error: 'no',
  })),
  instead('answers-nobody', 'Sends valid requests, and answers an empty list.', () => ({
    kind: 'ok',
    users: [],
  })),
  instead(
    'replays-a-recording',
    'Sends the requests of another run.',
    (reply) => reply,
    (env) => ({ ...env, ...recorded }),
  ),
]
