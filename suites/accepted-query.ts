import { notListed } from '../harness/cases/expect.ts'
import type { Tools } from '../harness/cases/tools.ts'
import type { Credential } from '../harness/client/credentials.ts'
import type { Family } from '../harness/client/families.ts'
import { SetupFailed } from '../harness/verdicts/outcomes.ts'

/** Queries that a list may take; which parameters it knows is not shown. The digit 1 stands in each. */
const candidates = ['limit=1&offset=0', 'page=1', 'search=&page=1', 'x=1']

/** A query string with which the list still lists, as seen with a credential that signs nothing or signs rightly. */
export async function acceptedQuery(
  api: Tools['api'],
  family: Family,
  credential: Credential,
): Promise<string> {
  for (const query of candidates) {
    const answer = await api.list(family, credential, { query, role: 'step' })
    if (Array.isArray(notListed(answer))) return query
  }
  throw new SetupFailed('the list takes none of the queries that were tried')
}
