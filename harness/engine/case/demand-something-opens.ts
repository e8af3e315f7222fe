import { createApi } from '../../client/api/api.ts'
import { permanentCredentials } from '../../client/credentials/permanent-credentials.ts'
import { keyIdIn } from '../../client/other-causes/or-credential-wrong.ts'
import { families, type Family } from '../../facts/families.ts'
import type { Credential } from '../../client/credentials/credentials.ts'
import { SetupFailed } from '../../outcomes.ts'
import type { CurrentCase } from '../../run/current-case.ts'
import { header, type Exchange } from '../../wire/exchange.ts'

/**
 * A server may ban a client after a number of rejected credentials, and then reject valid ones as it rejects any other. That
 * says nothing about the request in question.
 * @throws SetupFailed if a private token or access key opened a list earlier in the run, none opens any now, and what is
 *   rejected now is of two kinds at least; or if one of another kind was rejected as well, and is accepted again
 */
export async function demandSomethingOpens({ run, trace }: CurrentCase, judged: Exchange): Promise<void> {
  // What is accepted after it, such as a login that shows that the account still has access, shows that there is no ban.
  const at = trace.exchanges.findIndex(({ exchange }) => exchange?.request === judged.request)
  const since = at < 0 ? [] : trace.exchanges.slice(at + 1)
  if (since.some(({ exchange }) => exchange && isAccepted(exchange))) return
  const api = createApi(run, trace)
  // A ban holds for every connection.
  const sent = { role: 'twin', wire: { freshConnection: true } } as const
  const ask = async (family: Family, credential: Credential) =>
    (await api.list(family, credential, sent)).exchange
  const others: (() => Promise<Exchange>)[] = []
  let opened = false
  for (const family of families.filter((one) => run.support.list[one])) {
    for (const credential of permanentCredentials(run.declaration)) {
      const exchange = await ask(family, credential)
      if (!isRejected(exchange)) {
        // A ban may have ended meanwhile.
        for (const again of others) if (!isRejected(await again())) throw new SetupFailed(bannedMeanwhile)
        return
      }
      if (kindOf(exchange) !== kindOf(judged)) others.push(() => ask(family, credential))
      opened ||= run.firstUses.has(credential.secret ?? keyIdIn(exchange) ?? '')
    }
  }
  if (!opened || others.length === 0) return
  run.hints.add(bannedLater)
  throw new SetupFailed(bannedLater)
}

const isRejected = ({ response: { status } }: Exchange): boolean => [401, 403].includes(status)

const isAccepted = ({ response: { status } }: Exchange): boolean => status >= 200 && status < 300

const bannedLater =
  'the server rejects every credential now, even one that it accepted before: it may have banned this client after rejected ones. Wait until the ban is over or lift it, or lower limits.failedLogins'

const bannedMeanwhile =
  'a credential of another kind was rejected as well, and accepted a moment later: the server may have banned this client until then. Lower limits.failedLogins'

/** The scheme of the credential that was sent; undefined for a login or a cookie. */
const kindOf = ({ request }: Exchange): string | undefined =>
  header(request.headers, 'authorization')?.split(' ')[0]
