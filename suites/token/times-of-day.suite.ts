import { opensList } from '../../harness/client/grants.ts'
import { bearer } from '../../harness/client/credentials/credentials.ts'
import { permanentCredentials } from '../../harness/client/credentials/permanent-credentials.ts'
import { mayNotList } from '../../harness/client/may-list.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import { NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import { ifAnswered } from '../case/if-answered.ts'
import { requirement } from '../case/requirement.ts'
import { clockLeavesStores, hour, lastUse, storeMayStand } from './life.ts'

/** More than eight hours, after which a database may close an idle connection; three logins so far apart meet any half day. */
const apart = 8.5 * hour

// A server that writes the end of a token with the hours of a twelve-hour clock (`hh` in Java) issues tokens that are void at
// once for half of each day; what other cases see of it depends on when the run begins. One that loses the first write after
// idle hours loses a token. Alone, so that no other case logs in meanwhile.
requirement(
  'token.bearer',
  'of logins at three times of a day',
  { needs: ['account', 'farClock'], alone: true },
  async ({ api, account, farClock, run }) => {
    const { username } = account
    const barred = mayNotList(run, username)
    if (barred) throw barred
    const permanent = permanentCredentials(run.declaration).find((one) => one.username === username)
    if (!permanent) throw new NotSupported('the account has no private token or access key to compare with')
    farClock.demandRoom(2 * apart)
    for (let time = 0; time < 3; time++) {
      if (time > 0) await farClock.forward(apart)
      const token = await ifAnswered(() => api.token(account))
      if (token === undefined)
        throw new NotSupported('the password gets no token at each time of a day: the account may have ended')
      for (const family of api.listFamilies()) {
        const answer = await api.list(family, bearer(token, username))
        // The list may be closed at that time, or the token may be an old one that was answered again.
        if (!opensList(answer)) {
          if (!opensList(await api.list(family, permanent, { role: 'step' })))
            throw new NotSupported('the list is closed to other credentials of the user, too')
          if (clockLeavesStores(run)) throw storeMayStand('was issued expired')
          if (farClock.now() > run.tokens.of(token).firstSentAt + lastUse * 1000)
            throw new SetupFailed('the login answered a token again whose hour is almost over')
        }
        expect(answer).toListUsers()
      }
    }
  },
)
