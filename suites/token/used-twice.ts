import type { Answer } from '../../harness/client/answer.ts'
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
  return async () => listsWithinHour(run, token, await api.list(api.listFamily(), credential))
}

/** Expects a list, unless the server asked the suite to come back so late that the hour of the token is over. */
export function listsWithinHour({ clock, tokens }: Tools['run'], token: string, answer: Answer): void {
  if (clock.now() > tokens.of(token).firstSentAt + lastUse * 1000)
    throw new NotSupported('the server had the suite wait until the hour of the token was over')
  expect(answer).toListUsers()
}
