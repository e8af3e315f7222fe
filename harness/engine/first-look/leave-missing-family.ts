import { isMissing, isSuccess } from '../../client/answer.ts'
import type { Api } from '../../client/api/api.ts'
import type { Credential } from '../../client/credentials/credentials.ts'
import { permanentCredentials } from '../../client/credentials/permanent-credentials.ts'
import type { ApiRequest } from '../../client/send.ts'
import { families, listPath, loginPath, type Family } from '../../facts/families.ts'
import type { Run } from '../../run/run.ts'
import type { Exchange } from '../../wire/exchange.ts'

const leadsAway = (status: number): boolean => status >= 300 && status < 400

/**
 * Where callers get 401 or 403 for every unknown path, both families seem to exist. Finds out by the private tokens and
 * access keys whether one of them does not: they open one list, and at the paths of the other family get the status of a
 * path where nothing is.
 * @param ask sends a request outside of the API's operations
 */
export async function leaveMissingFamily(
  run: Run,
  api: Api,
  ask: (run: Run, request: ApiRequest) => Promise<Exchange>,
): Promise<void> {
  for (const credential of permanentCredentials(run.declaration)) {
    const lists = []
    for (const family of families)
      lists.push({ family, answer: await api.list(family, credential, { role: 'step' }) })
    const closed = lists.filter(({ answer }) => !isSuccess(answer))
    if (closed.length === 0) return
    const [one] = closed
    if (closed.length > 1 || !one) continue
    const { family } = one
    const { status } = one.answer.exchange.response
    const isGone = isMissing(status) || leadsAway(status)
    const unknown = isGone ? status : await statusOf('GET', unknownPath(family), credential)
    // A 401 may also be the rejection of this credential.
    if (status !== unknown || status === 401) return
    const login = await statusOf('POST', loginPath[family], credential)
    const isLoginMissing =
      isMissing(login) || leadsAway(login) || login === run.unknownPath.POST?.response.status
    if (!isMissing(status) && !isLoginMissing) return
    run.support.list[family] = false
    run.support.login[family] &&= !isLoginMissing
    return
  }

  /** A path beside the list's, so that whatever guards the family guards it too. */
  function unknownPath(family: Family): string {
    return listPath[family].replace(/users\/$/, `${run.random.word(12)}/`)
  }

  async function statusOf(method: 'GET' | 'POST', path: string, credential: Credential): Promise<number> {
    const json = { headers: [['Content-Type', 'application/json']] as const, body: '{}' }
    const { response } = await ask(run, {
      method,
      path,
      credential,
      role: 'step',
      part: method === 'POST' ? 'login' : 'list',
      ...(method === 'POST' ? json : {}),
      // A path that does not exist counts no login.
      login: { ending: ({ response: { status } }) => (isMissing(status) ? 'neither' : undefined) },
    })
    return response.status
  }
}
