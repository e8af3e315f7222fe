import { setTimeout as after } from 'node:timers/promises'
import { isMethod, wrap, wrapping } from './defect.ts'
import { legal, type ClientVariation } from './variation.ts'

/** Correct clients that also send requests which no operation asks for. */
export const unaskedVariations: readonly ClientVariation[] = [
  legal('lists-once-more', 'Requests each list once more, and drops it.', (client) =>
    wrap(client, 'list', (list) => async () => {
      const records = await list()
      await client.askForList().catch(() => {})
      return records
    }),
  ),
  legal(
    'lists-by-two-workers',
    'Requests each list twice at once, and answers with one of the two.',
    wrapping('askForList', (ask) => async () => (await Promise.all([ask(), ask()]))[0]),
  ),
  legal(
    'late-request-of-the-account-before',
    'When the account changes, a list that was requested before is still under way.',
    (client) => {
      let late: { url: string; token: string } | undefined
      wrap(client, 'use', (use) => (method) => {
        const { token } = client
        late = token === undefined ? undefined : { url: client.base() + client.listPath(), token }
        use(method)
      })
      wrap(client, 'list', (list) => async () => {
        if (late && isMethod(client, 'token', 'mfa'))
          await client.send({
            method: 'GET',
            url: late.url,
            headers: [['Authorization', `Bearer ${late.token}`]],
          })
        late = undefined
        return await list()
      })
    },
  ),
  legal('looks-between-operations', 'Looks after each operation whether the server is there.', (client) => {
    let looking: Promise<unknown> = Promise.resolve()
    wrap(client, 'act', (act) => async (operation) => {
      await looking
      const reply = await act(operation)
      const url = client.base() + client.listPath()
      // Sent after the reply, so that it falls between two operations or into the next one.
      looking = after(2).then(() => client.send({ method: 'HEAD', url, headers: [] }).catch(() => {}))
      return reply
    })
  }),
  legal(
    'gets-without-credential-first',
    'Looks before each list, by a GET without a credential, whether the server is there.',
    wrapping('askForList', (ask, client) => async () => {
      await client.send(client.listRequest())
      return await ask()
    }),
  ),
  legal(
    'looks-before-cached-lists',
    'Answers later lists from a cache, after a look whether the server is there.',
    (client) => {
      let kept: unknown[] | undefined
      wrap(client, 'use', (use) => (method) => {
        kept = undefined
        use(method)
      })
      wrap(client, 'list', (list) => async () => {
        if (kept === undefined) return (kept = await list())
        const url = client.base() + client.listPath()
        await client.send({ method: 'HEAD', url, headers: [] }).catch(() => {})
        return kept
      })
    },
  ),
]
