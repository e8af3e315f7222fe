// Many wrong passwords in a row, after which a check may give way.

import { oneOfEach } from '../../harness/facts/families.ts'
import { rejectedLogin } from '../case/pair.ts'
import { wrongPassword } from '../wrong-values/legal-equals.ts'

/** More than ten, since counters that fail open do so after a round number. */
const inARow = 12

for (const way of oneOfEach) {
  rejectedLogin(
    'login.wrong-password',
    `${inARow} in a row, ${way.encoding} on ${way.family}`,
    { needs: ['account'], alone: true, changed: 'the password' },
    ({ account, run }) => {
      // Uses the second account if there is one: if it gets locked, the first one can still log in.
      const valid = run.declaration.accounts.plain2 || account
      const passwords = Array.from({ length: inARow }, () =>
        wrongPassword(valid.password, run.random.word(6)),
      )
      return {
        valid,
        way,
        invalid: passwords.map((password, at) => [
          `wrong password ${at + 1} in a row`,
          { ...valid, password },
        ]),
      }
    },
  )
}
