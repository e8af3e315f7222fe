import { createRequire } from 'node:module'
import type { Dispatcher, Client as WholeClient, buildConnector as build } from 'undici'

/** Sends requests. Lacks `request`, `connect` and similar methods, which only undici's index adds. */
export type Sender = Pick<Dispatcher, 'dispatch' | 'destroy'>

const load = createRequire(import.meta.url)

// The two parts of undici that the wire needs. Its index loads four times as many files, which takes 60 ms.
export const Client = load('undici/lib/dispatcher/client.js') as new (
  origin: string,
  options: WholeClient.Options,
) => Sender
export const buildConnector = load('undici/lib/core/connect.js') as typeof build
