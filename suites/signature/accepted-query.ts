import { notListed } from '../../harness/client/grants.ts'
import type { Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import type { Credential } from '../../harness/client/credentials/credentials.ts'
import type { Family } from '../../harness/facts/families.ts'
import { AskedToWait, NotDeclared, NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import { sessionCredential } from '../session/session-cookie.ts'

/**
 * Queries that a list may accept; which parameters it knows is not specified. Each contains the digit 1, few are sorted
 * by name, and the first ones contain escapes that a decoded or rebuilt target would lose. The first one also contains an
 * apostrophe, which a target rebuilt from a parsed URL has as an escape; a firewall may reject it.
 */
const candidates = [
  "offset=0&limit=1&e=&a=%7e%2Fb%20c'",
  'page=1&e=&a=%7e%2Fb%20c',
  'offset=0&limit=1',
  'search=&page=1',
  'page=1',
  'limit=1',
  'x=1',
]

/**
 * Returns a query string with which the list still opens to some method. Tries each declared method, including those that
 * sign, and the session of a web login last.
 * @throws NotSupported if no method accepts any query; SetupFailed if only signed requests could be tried; NotDeclared if
 * all users are declared to have no right to read the list
 */
export async function acceptedQuery(tools: Tools, family: Family): Promise<string> {
  const { api } = tools
  const tried = new Set<string>()
  const reasons: Error[] = []
  for await (const credential of allCredentials(tools)) {
    if (tried.has(credential.name)) continue
    const listed = await list(api, family, credential)
    if (listed instanceof Error) {
      reasons.push(listed)
      continue
    }
    tried.add(credential.name)
    for (const query of candidates)
      if (Array.isArray(await list(api, family, credential, query))) return query
  }
  if (tried.size === 0)
    throw reasons.every((reason) => reason instanceof NotDeclared) && reasons[0]
      ? reasons[0]
      : new SetupFailed('no declared credential opens the list')
  const onlySigned = tried.size === 1 && tried.has('signature')
  if (onlySigned) throw new SetupFailed('the list takes none of the queries that were tried, signed')
  throw new NotSupported('the list takes none of the queries that were tried, by no declared method')
}

/** Runs whose web login was rejected: it costs at most one rejection here, and its failure belongs to another rule. */
const rejected = new WeakSet<Run>()

async function* allCredentials(tools: Tools): AsyncGenerator<Credential> {
  yield* tools.api.credentials()
  const { run } = tools
  const { session } = run.declaration
  if (!session || session.cookie !== undefined || rejected.has(run)) return
  const logged = await sessionCredential(run, tools.session).catch((error: unknown) => {
    if (!(error instanceof SetupFailed || error instanceof NotDeclared)) throw error
    rejected.add(run)
  })
  if (logged) yield logged
}

async function list(api: Tools['api'], family: Family, credential: Credential, query?: string) {
  const asked = query === undefined ? {} : { query }
  try {
    return notListed(await api.list(family, credential, { role: 'step', ...asked }))
  } catch (error) {
    // A firewall may close the connection where another one answers.
    if (query !== undefined && error instanceof SetupFailed && !(error instanceof AskedToWait)) return error
    throw error
  }
}
