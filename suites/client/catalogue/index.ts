import { createHash } from 'node:crypto'
import { challenge } from './challenge.ts'
import { failure } from './failure.ts'
import { freedom } from './freedom.ts'
import { login } from './login.ts'
import { session } from './session.ts'
import { signature } from './signature.ts'
import { token } from './token.ts'
import type { ClientRequirement } from './types.ts'

export const clientTopics = {
  login,
  challenge,
  token,
  signature,
  requests: session,
  freedom,
  failure,
} as const satisfies Record<string, Readonly<Record<`client.${string}`, ClientRequirement>>>

const rules = { ...login, ...challenge, ...token, ...signature, ...session, ...freedom, ...failure }

/** A union of literals, so that a misspelt id doesn't compile. */
export type ClientRuleId = keyof typeof rules

/** Everything that the specification asks of a client. */
export const clientCatalogue: Readonly<Record<ClientRuleId, ClientRequirement>> = rules

export const clientRuleIds = Object.keys(rules) as ClientRuleId[]

/** Returns the topic under which reports show a rule. */
export function clientTopicOf(id: string): string {
  return Object.entries(clientTopics).find(([, topic]) => Object.hasOwn(topic, id))?.[0] ?? 'client'
}

/** Returns a SHA-256 over the rules, which depends only on the rules. */
export const clientCatalogueHash = (): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(clientCatalogue).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')

export type { ClientRequirement } from './types.ts'
