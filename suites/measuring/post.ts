import type { Tools } from '../../harness/engine/case/tools.ts'
import { createTrace } from '../../harness/run/trace.ts'
import { readJson, type Answer } from '../../harness/client/answer.ts'
import { anonymous } from '../../harness/client/credentials/credentials.ts'
import { loginPath } from '../../harness/facts/families.ts'
import { loginFamily } from '../../harness/client/api/api-login.ts'
import { send } from '../../harness/client/send.ts'
import { saidBy } from '../../harness/client/said.ts'

/**
 * Posts arbitrary bytes to the login path. Only for bodies that are no complete login, since no failed login is recorded.
 */
export async function postToLogin(
  { run }: Pick<Tools, 'run'>,
  body: string | Uint8Array,
  { type = 'application/json', slash = true }: { type?: string; slash?: boolean } = {},
): Promise<Answer> {
  const whole = loginPath[loginFamily(run)]
  const exchange = await send(run, createTrace(), {
    method: 'POST',
    path: slash ? whole : whole.slice(0, -1),
    credential: anonymous,
    part: 'login',
    headers: [['Content-Type', type]],
    body,
    role: 'judged',
  })
  return { operation: 'login', exchange, json: readJson(exchange), said: saidBy(exchange) }
}
