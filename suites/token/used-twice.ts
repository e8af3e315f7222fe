import { bearer } from '../../harness/client/credentials/credentials.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import type { Account, Tools } from '../../harness/engine/case/tools.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { lastUse } from './life.ts'

/** Uses a token twice, since one that is valid for one use is another fault. Returns a function that expects it to work. */
export async function usedTwice({ api, run }: Pick<Tools, 'api' | 'run'>, account: Account, own?: string) {
  const token = own ?? (await api.token(account))
  const credential = bearer(token, account.username)
  for (let use = 0; use < 2; use++) await api.listed(api.listFamily(), credential)
  return async () => {
    const answer = await api.list(api.listFamily(), credential)
    // A server may ask a client to come back so late that the hour is over by then.
    if (run.clock.now() > run.tokens.of(token).firstSentAt + lastUse * 1000)
      throw new NotSupported('the server had the suite wait until the hour of the token was over')
    expect(answer).toListUsers()
  }
}
