import { parseReply, type StartAdapter } from '../../../harness/client-judge/adapter.ts'
import { Client } from './client.ts'

/** Runs a client within this process: starting a hundred planted ones would take minutes. */
export const inProcess =
  (change: (client: Client) => void = () => {}): StartAdapter =>
  (env, time) => {
    const client = new Client(env, time)
    change(client)
    return {
      // Converted through JSON, as in the line protocol.
      ask: async (operation) => parseReply(JSON.stringify(await client.act(operation))),
      end: async () => client.close(),
      said: () => '',
    }
  }
