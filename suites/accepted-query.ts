import { notListed } from '../harness/cases/expect.ts'
import type { Tools } from '../harness/cases/tools.ts'
import type { Credential } from '../harness/client/credentials.ts'
import type { Family } from '../harness/client/families.ts'
import { NotSupported, SetupFailed } from '../harness/verdicts/outcomes.ts'

/**
 * Queries that a list may take; which parameters it knows is not shown. The digit 1 stands in each, none is sorted by
 * name but the last, and the first hold escapes that a decoded or rebuilt target would lose.
 */
const candidates = [
  'offset=0&limit=1&e=&a=%7e%2Fb%20c',
  'page=1&e=&a=%7e%2Fb%20c',
  'offset=0&limit=1',
  'search=&page=1',
  'page=1',
  'x=1',
]

/** A query string with which the list still lists, as seen with a credential that signs nothing where one is declared. */
export async function acceptedQuery(api: Tools['api'], family: Family): Promise<string> {
  const credential = await plainCredential(api, family)
  for (const query of candidates) {
    const answer = await api.list(family, credential, { query, role: 'step' })
    if (Array.isArray(notListed(answer))) return query
  }
  if (credential.signs) throw new SetupFailed('the list takes none of the queries that were tried, signed')
  throw new NotSupported('the list takes none of the queries that were tried')
}

async function plainCredential(api: Tools['api'], family: Family): Promise<Credential> {
  let signing: Credential | undefined
  for await (const credential of api.credentials()) {
    if (credential.signs) signing ??= credential
    else if (!(notListed(await api.list(family, credential, { role: 'step' })) instanceof Error))
      return credential
  }
  if (signing) return signing
  throw new SetupFailed('no declared credential opens the list')
}
