import { defect, isMethod, login, withHeader, wrap, wrapping } from '../defect.ts'
import { Failure } from '../failure.ts'

/** Mistakes about what to do after a failure. */
export const recoveryDefects = [
  triedOn('wrong-password-tried-on', 'Tries a rejected login ten times.', 'the login'),
  triedOn('rejected-second-step-tried-on', 'Logs in ten times if the second step is rejected.', 'the second'),
  defect(
    'void-token-beside-login',
    'Sends the token that was rejected with its next login.',
    ['client.tolerates-rejection'],
    (client) => {
      let last: string | undefined
      wrap(client, 'use', (use) => (method) => {
        last = undefined
        use(method)
      })
      wrap(client, 'authorize', (authorize) => (request) => {
        last = client.token
        return authorize(request)
      })
      login(client, (request) =>
        last === undefined ? request : withHeader(request, 'Authorization', `Bearer ${last}`),
      )
    },
  ),
  defect(
    'failed-login-kept',
    'Keeps the outcome of its login, even if that failed.',
    ['client.survives-one-error'],
    (client) => {
      const { logIn } = client
      let failure: Error | undefined
      client.logIn = async () => {
        if (failure) throw failure
        await logIn().catch((error: Error) => {
          failure = error
          throw error
        })
      }
    },
  ),
  defect(
    'signature-kept-for-retry',
    'Repeats a request as it was, with its signature, when Retry-After is over.',
    ['client.signature-fresh'],
    wrapping('send', (send, client) => async (request) => {
      const answer = await send(request)
      if (answer.status !== 429 || !isMethod(client, 'signature')) return answer
      await client.sleep(1010)
      return await send(request)
    }),
  ),
  defect(
    'signature-kept-after-server-error',
    'Repeats a request as it was, with its signature, three seconds after a server error.',
    ['client.signature-fresh'],
    wrapping('send', (send, client) => async (request) => {
      const answer = await send(request)
      if (answer.status < 500 || !isMethod(client, 'signature')) return answer
      await client.sleep(3000)
      return await send(request)
    }),
  ),
]

/** Logs in again, up to ten times, after each failure whose message starts like that. */
function triedOn(name: string, summary: string, start: string) {
  return defect(name, summary, ['client.login-attempts'], (client) => {
    const { logIn } = client
    client.logIn = async () => {
      for (let tries = 1; ; tries++) {
        try {
          return await logIn()
        } catch (error) {
          const isRejected = error instanceof Failure && error.message.startsWith(start)
          if (!isRejected || tries === 10) throw error
        }
      }
    }
  })
}
