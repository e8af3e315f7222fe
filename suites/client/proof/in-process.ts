import type { StartAdapter } from '../../../harness/client-judge/adapter.ts'
import { parseReply } from '../../../harness/client-judge/adapter.ts'
import { createClient, type Client } from './client.ts'

/** A client within this process: a hundred planted ones would take minutes to start. */
export const inProcess =
  (change: (client: Client) => void = () => {}, keepAlive = true): StartAdapter =>
  (env, time) => {
    const client = createClient(env, keepAlive, time)
    change(client)
    return {
      // Through JSON, as by the line protocol.
      ask: async (operation) => parseReply(JSON.stringify(await client.act(operation))),
      end: async () => client.close(),
      said: () => '',
    }
  }
