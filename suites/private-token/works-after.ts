import { privateToken, type Credential } from '../../harness/client/credentials/credentials.ts'
import type { HeldPrivateToken, Tools } from '../../harness/engine/case/tools.ts'
import { expectOpens } from './expect-opens.ts'

/** Expects a private token to open each list so many seconds after its first use in this run. */
export async function worksAfter(
  { api, farClock, run }: Pick<Tools, 'api' | 'farClock' | 'run'>,
  { token, username }: HeldPrivateToken,
  seconds: number,
): Promise<void> {
  const credential = privateToken(token, username)
  await hasListed(api, run, credential, token)
  await farClock.until((run.firstUses.get(token) ?? farClock.now()) + seconds * 1000)
  await stillOpens(api, credential, username)
}

/**
 * If the token doesn't open the lists, something else must show that the account still has access: its password, or its
 * own signature.
 */
async function stillOpens(api: Tools['api'], credential: Credential, username: string): Promise<void> {
  for (const family of api.listFamilies()) {
    await expectOpens(
      () => api.list(family, credential),
      () => api.stillIn(username),
    )
  }
}

/** Makes sure that a token has opened each list in this run, so that a later rejection has only one cause. */
async function hasListed(
  api: Tools['api'],
  run: Tools['run'],
  credential: Credential,
  token: string,
): Promise<void> {
  for (const family of api.listFamilies()) {
    if (!run.firstUses.has(`${family} ${token}`)) await api.listed(family, credential)
  }
}
