import { withoutLongBody } from '../../client/after-rejection.ts'
import { isChallenge, readJson, tokenIn, type Answer } from '../../client/answer.ts'
import { createApi } from '../../client/api/api.ts'
import { anonymous } from '../../client/credentials/credentials.ts'
import { send, type ApiRequest } from '../../client/send.ts'
import { tokenOpensNothing } from '../../client/token-opens-nothing.ts'
import { listsUsers } from '../../facts/user-list.ts'
import { SetupFailed } from '../../outcomes.ts'
import type { Run } from '../../run/run.ts'
import { createTrace } from '../../run/trace.ts'
import { patiently } from '../case/patiently.ts'

/**
 * Returns why grants of this subject mean nothing: a path that does not exist grants too. Undefined for a subject that
 * tells its paths apart. Notes how such a path is answered.
 */
export async function grantsAnywhere(run: Run): Promise<string | undefined> {
  const path = `/api/${run.random.word(12)}/${run.random.word(8)}/`
  const fields = { username: run.random.word(10), password: run.random.word(16), seed: run.random.word(16) }
  const body = { headers: [['Content-Type', 'application/json']] as const, body: JSON.stringify(fields) }
  try {
    for (const request of [{ method: 'POST', ...body }, { method: 'GET' }] as const) {
      const sent: ApiRequest = {
        ...request,
        path,
        credential: anonymous,
        role: 'step',
        part: request.method === 'POST' ? 'login' : 'list',
        // This is not a login.
        login: { ending: () => 'neither' },
      }
      const exchange = await patiently(run, () => send(run, createTrace(), sent))
      const { status } = exchange.response
      run.unknownPath[request.method] = withoutLongBody(exchange)
      if (request.method === 'GET' && status >= 200 && status < 300) run.servesUnknownPaths = true
      const json = readJson(exchange)
      const answer: Answer = { operation: 'page', exchange, json, said: '' }
      answer.tokenOpensNothing = await tokenOpensNothing(run, answer, createApi(run, createTrace()).list)
      const granted =
        tokenIn(answer) !== undefined
          ? 'a token'
          : isChallenge(answer)
            ? 'a challenge'
            : listsUsers(json)
              ? 'a list of users'
              : undefined
      if (granted !== undefined)
        return `${request.method} of a path that does not exist is answered with ${granted}, so whatever this server grants proves nothing`
    }
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
  }
  return undefined
}
