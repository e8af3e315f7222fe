import { bearer, type Credential } from '../../harness/client/credentials.ts'
import { between } from '../../harness/client/steps.ts'
import { expect } from '../../harness/engine/expect.ts'
import { families } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'

/** Sends each burst this many times: two requests may miss each other in a single try. */
const rounds = 3

/** How many accepted requests go out before the others, and as many after them. */
const accepted = 3

const strangers: [
  id: 'anonymous.no-credentials' | 'anonymous.unknown-token',
  what: string,
  credential: (word: string) => Credential | undefined,
][] = [
  ['anonymous.no-credentials', 'a request without credentials', () => undefined],
  ['anonymous.unknown-token', 'a made-up token', (word) => bearer(word)],
]

// A server that keeps the caller where other requests see it gives one request the list of another.
for (const [id, what, credential] of strangers) {
  for (const family of families) {
    requirement(
      id,
      `beside accepted requests at the same moment, on the ${family} list`,
      { needs: ['account'], alone: true, race: true, changed: 'the credentials' },
      async ({ api, account, run }) => {
        if (run.declaration.limits.concurrency === 1)
          throw new NotSupported('requests are sent one at a time (limits.concurrency)')
        const token = bearer(await api.token(account), account.username)
        const valid = Array.from({ length: accepted }, () => () => api.list(family, token, { role: 'twin' }))
        // Not a connection that carried a credential: other cases judge whether the server remembers a connection.
        const wrong = Array.from({ length: 2 }, () => {
          const wire = { connection: `race-${run.random.word(6)}` }
          return () => api.list(family, credential(run.random.word(32)), { wire })
        })
        for (const stranger of wrong) expect(await stranger()).toBeRejected()
        await between(
          () => api.listed(family, token),
          async () => {
            for (let round = 0; round < rounds; round++) {
              const answers = await Promise.all([...valid, ...wrong, ...valid].map((send) => send()))
              for (const answer of answers.slice(accepted, -accepted))
                expect(answer).toBeRejected(`${what} beside accepted requests`)
            }
          },
        )
      },
    )
  }
}
