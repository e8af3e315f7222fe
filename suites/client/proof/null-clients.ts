import type { Reply, StartAdapter } from '../../../harness/client-judge/adapter.ts'
import type { Operation } from '../../../harness/client-judge/operation.ts'
import { wrapping } from './defect.ts'
import { inProcess } from './in-process.ts'

/** Sends nothing. */
const answers =
  (reply: (operation: Operation) => Reply): StartAdapter =>
  () => ({ ask: async (operation) => reply(operation), end: async () => {}, said: () => '' })

/** Sends valid requests, and answers something else to each list. */
const instead = (answer: object) =>
  inProcess(
    wrapping('act', (act) => async (operation) => {
      const valid = await act(operation)
      return operation.op === 'list' ? answer : valid
    }),
  )

/** Clients that do nothing right, by name: no rule may pass. */
export const nullClients: Readonly<Record<string, StartAdapter>> = {
  'says-ok': answers(({ op }) => (op === 'list' ? { kind: 'ok', users: [] } : { kind: 'ok' })),
  'makes-users-up': answers(({ op }) =>
    op === 'list'
      ? { kind: 'ok', users: Array.from({ length: 7 }, (_, at) => ({ username: `user-${at}` })) }
      : { kind: 'ok' },
  ),
  'says-no': answers(() => ({ kind: 'error', error: 'no' })),
  'supports-nothing': answers(() => ({ kind: 'unsupported' })),
  'is-silent': answers(({ op }) => ({ kind: 'fault', fault: `gave no answer to ${op}` })),
  'answers-wrongly': instead({ ok: false, error: 'no' }),
  // Answers an empty list.
  'answers-nobody': instead({ ok: true, users: [] }),
  // Sends the requests of another run.
  'replays-a-recording': inProcess((client) => {
    client.env = {
      ...client.env,
      CONFORMANCE_USERNAME: 'ada',
      CONFORMANCE_PASSWORD: 'of another run',
      CONFORMANCE_MFA_USERNAME: 'bob',
      CONFORMANCE_MFA_PASSWORD: 'of another run',
      CONFORMANCE_OTP_SECRET: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      CONFORMANCE_PRIVATE_TOKEN: 'e47af8a3d267bf878f17ab95106497e207b5f029',
      CONFORMANCE_KEY_ID: '1dd65ed2-d9b2-424d-8e2c-b10c09a0778b',
      CONFORMANCE_KEY_SECRET: 'of another run',
    }
  }),
}
