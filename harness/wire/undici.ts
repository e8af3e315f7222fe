import { createRequire } from 'node:module'
import type { Dispatcher, Client as WholeClient, buildConnector as build } from 'undici'

/** What sends requests; `request`, `connect` and their like are put on it by undici's index only. */
export type Sender = Pick<Dispatcher, 'dispatch' | 'destroy'>

const load = createRequire(import.meta.url)

// The two parts of undici that the wire is made of: its index loads four times as many files, which takes 60 ms.
export const Client = load('undici/lib/dispatcher/client.js') as new (
  origin: string,
  options: WholeClient.Options,
) => Sender
export const buildConnector = load('undici/lib/core/connect.js') as typeof build
