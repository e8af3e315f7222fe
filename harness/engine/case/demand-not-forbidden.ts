import { comparableBody, isSamePage, isSuccess, tokenIn } from '../../client/answer.ts'
import { createApi } from '../../client/api/api.ts'
import { bearer, type Credential } from '../../client/credentials/credentials.ts'
import { permanentCredentials } from '../../client/credentials/permanent-credentials.ts'
import { families, listPath } from '../../facts/families.ts'
import { SetupFailed } from '../../outcomes.ts'
import type { CurrentCase } from '../../run/current-case.ts'
import { header, type Exchange } from '../../wire/exchange.ts'
import { askedAtOnce } from './asked-at-once.ts'

/**
 * A server may limit how often a user reads the list, or end the right to, with 403. That says nothing about the credential.
 * @throws SetupFailed if the list, which somebody could read, gives the same 403 to the user with a credential of another kind
 */
export async function demandNotForbidden(
  { run, trace }: CurrentCase,
  forbidden: Exchange,
  username: string,
): Promise<void> {
  const { target, headers } = forbidden.request
  const family = families.find((one) => target.startsWith(run.wire.prefix + listPath[one]))
  if (family === undefined || !run.lists.isKnown(family)) return
  const api = createApi(run, trace)
  const sent = header(headers, 'authorization')
  const isOfSameKind = ({ signs, name }: Credential): boolean =>
    sent?.startsWith(signs ? 'Signature ' : name === 'token' ? 'Bearer ' : 'Token ') === true
  let mayList = false
  for await (const credential of credentials()) {
    let opened = false
    let isForbidden = false
    // A limit lets one through now and then, but so may a server whose tokens work only once.
    for (let asked = 0; asked < (isOfSameKind(credential) ? 1 : askedAtOnce); asked++) {
      const answer = await api.list(family, credential, { role: 'twin' })
      opened ||= isSuccess(answer)
      isForbidden ||= isSame(answer.exchange)
    }
    // Where another credential opened it, this one may be of a kind that opens none.
    if (isForbidden && (opened || !mayList))
      throw new SetupFailed(
        `${username} gets the same 403 by other methods now: the server may limit how often a user reads the list, or the right to may have ended`,
      )
    mayList ||= opened
  }

  /** A token that was issued just now, if the user's password was accepted before, then what no hour ends. */
  async function* credentials(): AsyncGenerator<Credential> {
    const { plain, plain2 } = run.declaration.accounts
    const account = [plain, plain2].find((one) => one && one.username === username)
    const way = run.letIn.get(username)
    const token = account && way ? tokenIn(await api.login(account, { ...way, role: 'twin' })) : undefined
    if (token !== undefined && sent !== `Bearer ${token}`) yield bearer(token, username)
    for (const one of permanentCredentials(run.declaration))
      if (one.username === username && !isOfSameKind(one)) yield one
  }

  function isSame(exchange: Exchange): boolean {
    return (
      exchange.response.status === forbidden.response.status &&
      isSamePage(comparableBody(exchange), comparableBody(forbidden))
    )
  }
}
