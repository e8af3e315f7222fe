import { createApi } from '../../client/api/api.ts'
import { permanentCredentials } from '../../client/credentials/permanent-credentials.ts'
import { keyIdIn } from '../../client/other-causes/or-credential-wrong.ts'
import { families, type Family } from '../../facts/families.ts'
import { shownListWithHost, signature, type Credential } from '../../client/credentials/credentials.ts'
import { SetupFailed } from '../../outcomes.ts'
import type { CurrentCase } from '../../run/current-case.ts'
import { header, type Exchange } from '../../wire/exchange.ts'

/**
 * A server may ban a client after a number of rejected credentials, and then reject valid ones as it rejects any other. That
 * says nothing about the request in question. The ban may only be one of private tokens, or of signatures.
 * @throws SetupFailed if a private token or access key opened a list earlier in the run, and none opens any now: none of the
 *   kind in question, or none at all; or if another was rejected as well, and is accepted again
 */
export async function demandSomethingOpens({ run, trace }: CurrentCase, judged: Exchange): Promise<void> {
  // What is accepted after it, such as a login that shows that the account still has access, shows that there is no ban.
  const at = trace.exchanges.findIndex(({ exchange }) => exchange?.request === judged.request)
  const since = at < 0 ? [] : trace.exchanges.slice(at + 1)
  if (since.some(({ exchange }) => exchange && isAccepted(exchange))) return
  const api = createApi(run, trace)
  // A ban holds for every connection.
  const sent = { role: 'twin', wire: { freshConnection: true } } as const
  const ask = async ({ family, credential }: Way) => (await api.list(family, credential, sent)).exchange
  // A server may demand that signatures are over the host.
  const overHost = (run.declaration.accessKeys || []).map((key) =>
    signature(key, { list: shownListWithHost }),
  )
  const credentials = [...permanentCredentials(run.declaration), ...overHost]
  const ways = families
    .filter((family) => run.support.list[family])
    .flatMap((family) => credentials.map((credential) => ({ family, credential })))
  const isOfKind = ({ credential }: Way) => kindOf(judged) === (credential.signs ? 'Signature' : 'Token')
  const others: Way[] = []
  let opened = false
  for (const group of [ways.filter(isOfKind), ways.filter((way) => !isOfKind(way))]) {
    for (const way of group) {
      const exchange = await ask(way)
      if (!isRejected(exchange)) {
        // A ban may have ended meanwhile.
        for (const other of others) if (!isRejected(await ask(other))) throw new SetupFailed(bannedMeanwhile)
        return
      }
      if (textIn(exchange) !== textIn(judged)) others.push(way)
      opened ||= run.firstUses.has(textIn(exchange) ?? '')
    }
    if (opened) {
      run.hints.add(bannedLater)
      throw new SetupFailed(bannedLater)
    }
  }
}

interface Way {
  family: Family
  credential: Credential
}

const isRejected = ({ response: { status } }: Exchange): boolean => [401, 403].includes(status)

const isAccepted = ({ response: { status } }: Exchange): boolean => status >= 200 && status < 300

const bannedLater =
  'the server rejects every credential now, or each one of a kind, even one that it accepted before: it may have banned this client after rejected ones. Wait until the ban is over or lift it, or lower limits.failedLogins'

const bannedMeanwhile =
  'another credential was rejected as well, and accepted a moment later: the server may have banned this client until then. Lower limits.failedLogins'

const authorizationOf = ({ request }: Exchange): string => header(request.headers, 'authorization') ?? ''

/** The scheme of the credential that was sent; empty for a login or a cookie. */
const kindOf = (exchange: Exchange): string | undefined => authorizationOf(exchange).split(' ')[0]

/** The token or the key ID that was sent. */
const textIn = (exchange: Exchange): string | undefined =>
  keyIdIn(exchange) ?? authorizationOf(exchange).split(' ')[1]
