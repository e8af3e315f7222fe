// A token whose hour is over, sent in other places and requests.

import { opensList } from '../../harness/client/grants.ts'
import { asStep } from '../../harness/engine/case/as-step.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { anonymous, bearer } from '../../harness/client/credentials/credentials.ts'
import { atOnce } from '../../harness/client/at-once.ts'
import { answersBehind } from '../../harness/client/answers-behind.ts'
import type { Family } from '../../harness/facts/families.ts'
import { SetupFailed, Violation } from '../../harness/outcomes.ts'
import { bursts } from '../case/bursts.ts'
import { ifObtained } from '../case/if-obtained.ts'
import { handsOutNothing, startsNoSession } from '../wrong-values/opens-nothing.ts'
import { isVoid, mostAgain } from './life.ts'
import { ofLogin } from './of-login.ts'
import { otherLogIn } from './other-log-in.ts'
import { placesFor } from './places.ts'

/** Uses fresh connections, so that no list opens because the server remembers the connection. */
const wire = { freshConnection: true }

ofLogin(
  'token.void-after-hour',
  'sent elsewhere, or with another request',
  'account',
  async (tools, logIn) => {
    const token = await logIn()
    for (let again = 0; again <= mostAgain; again++) {
      await asStep(() => isVoid(tools, token, logIn))
      if ((await isRejectedElsewhere(tools, token)) && (await isRejectedBesideYounger(tools, token))) return
    }
    throw new SetupFailed('other logins answer the token again and again')
  },
)

/** Expects a void token to open no list from any place; false if another login returned it again meanwhile. */
async function isRejectedElsewhere(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  token: string,
): Promise<boolean> {
  const { lastAnsweredAt } = run.tokens.of(token)
  for (const family of api.listFamilies()) {
    const valid = await api.anyAccepted(family)
    await api.listed(family, valid)
    const seen = await atOnce(run, placesFor(token), async ([place, credential, options]) => {
      const answer = await api.list(family, credential, { ...options, wire })
      // Waits for checks that follow the answer, so that they count now, while a made-up text can still be tried in the
      // same place.
      await answer.exchange.after?.ended()
      return { place, answer }
    })
    for (const { place, answer } of seen) {
      if (opensList(answer) && run.tokens.of(token).lastAnsweredAt > lastAnsweredAt) return false
      await unlessAnyOpens({ api, run }, family, place, () =>
        expect(answer).toBeRejected(`an expired token ${place}`),
      )
    }
    await startsNoSession(
      api,
      family,
      seen.map(({ answer }) => answer),
    )
    // A server may renew the token, and hand out the new one with the rejection.
    const again = await api.list(family, bearer(token), { role: 'step', wire })
    if (!opensList(again)) await handsOutNothing(api, again)
    await api.listed(family, valid)
  }
  return true
}

/**
 * Expects a list to reject a void token while tokens of another account open it, if there is one: what checks tokens may
 * keep its result where the next request finds it. False if another login returned the token again meanwhile.
 */
async function isRejectedBesideYounger(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  token: string,
): Promise<boolean> {
  const { lastAnsweredAt } = run.tokens.of(token)
  const younger =
    run.declaration.limits.concurrency !== 1 &&
    (await ifObtained(async () => await otherLogIn({ api, run })?.()))
  if (!younger) return true
  const family = api.listFamily()
  const valid = () => api.list(family, bearer(younger, run.tokens.ownerOf(younger)), { role: 'twin', wire })
  let stillVoid = true
  const invalid = async () => {
    const answer = await api.list(family, bearer(token), { wire })
    if (opensList(answer) && run.tokens.of(token).lastAnsweredAt > lastAnsweredAt) stillVoid = false
    else expect(answer).toBeRejected('an expired token beside valid ones at the same moment')
  }
  await bursts(run, [valid, invalid, valid, invalid, valid])
  return stillVoid
}

/** If any text in that place opens the list, or a request without one, it isn't the token that opens it. */
async function unlessAnyOpens(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  family: Family,
  place: string,
  judge: () => void,
): Promise<void> {
  try {
    judge()
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    const [, credential, options] = placesFor(run.random.word(32)).find(([what]) => what === place) ?? []
    const control = await api.list(family, credential ?? anonymous, { ...options, wire, role: 'step' })
    await control.exchange.after?.ended()
    if ([control, ...answersBehind(control, run.secrets)].some((one) => opensList(one)))
      throw new SetupFailed(`a made-up text ${place} opens the list too: ${control.said}`)
    throw error
  }
}
