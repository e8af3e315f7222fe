import type { ListOptions } from '../../harness/client/api-options.ts'
import { notListed } from '../../harness/client/grants.ts'
import type { Credential } from '../../harness/client/credentials/credentials.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import type { Family } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'

/**
 * Makes sure that a list takes a request that is sent like this with some method: a gateway may reject it from everybody.
 * Signatures don't count, because what is changed may be signed.
 * @throws NotSupported if the list opens to another method, but to none with these options
 */
export async function demandTaken(api: Tools['api'], family: Family, what: string, sent: ListOptions) {
  const opens = async (credential: Credential, options: ListOptions) =>
    !(notListed(await api.list(family, credential, { role: 'step', ...options })) instanceof Error)
  let opened = false
  for await (const credential of api.credentials()) {
    if (credential.signs || !(await opens(credential, {}))) continue
    if (await opens(credential, sent)) return
    opened = true
  }
  if (opened) throw new NotSupported(`the list takes ${what} with no method`)
}
