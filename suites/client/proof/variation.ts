import type { Client } from './client.ts'

/** A named way of differing that the specification allows. */
export interface ClientVariation {
  name: string
  summary: string
  keepAlive?: false
  apply(client: Client): void
}

export const legal = (
  name: string,
  summary: string,
  apply: (client: Client) => void,
  keepAlive?: false,
): ClientVariation => ({
  name,
  summary,
  apply,
  ...(keepAlive === false ? { keepAlive } : {}),
})
