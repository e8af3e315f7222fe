import type { Disturbance } from '../../../harness/client-judge/proxy.ts'
import { text } from '../../../harness/client-judge/read-calls.ts'
import type { GivenAnswer } from '../../../harness/client-judge/recorded.ts'
import { jsonIn } from '../../../harness/wire/shown/json-in.ts'

const json = ['content-type', 'application/json'] as const

/** Returns an answer of the proxy's own. */
export const answer = (
  status: number,
  body: string,
  ...headers: (readonly [string, string])[]
): GivenAnswer => ({
  status,
  headers: [json, ...headers],
  body: Buffer.from(body),
})

/** Changes the fields of each answer that is a JSON object, and leaves others as they are. */
export const rewriting = (
  what: string,
  change: (fields: Readonly<Record<string, unknown>>) => object | undefined,
): Disturbance => ({
  what,
  rewrite: (given) => {
    const said = jsonIn(text(given.body))
    const made =
      typeof said === 'object' && said !== null ? change(said as Record<string, unknown>) : undefined
    return made === undefined ? given : { ...given, body: Buffer.from(JSON.stringify(made)) }
  },
})
