import { expect } from '../../harness/engine/expect.ts'
import { oneOfEach } from '../../harness/client/families.ts'
import { between } from '../../harness/client/steps.ts'
import { requirement } from '../requirement.ts'

/** More than ten: counters that fail open do so after a round number. */
const inARow = 12

for (const way of oneOfEach) {
  requirement(
    'login.wrong-password',
    `${inARow} in a row, ${way.encoding} on ${way.family}`,
    { needs: ['account'], alone: true, changed: 'the password' },
    async ({ api, account, run }) => {
      api.leftOutUnderLimits()
      // The second account where there is one: should it be locked, the first one still logs in.
      const tried = run.declaration.accounts.plain2 || account
      await between(
        () => api.token(tried, way),
        async () => {
          for (let count = 1; count <= inARow; count++) {
            const wrong = { ...tried, password: `${tried.password}-${run.random.word(6)}` }
            expect(await api.login(wrong, way)).toEarnNothing(`wrong password ${count} in a row`)
          }
        },
      )
    },
  )
}
