import { wrap, wrapping } from './defect.ts'
import { NoAnswer } from './http.ts'
import { legal, type ClientVariation } from './variation.ts'

/** Correct clients that try again where something went wrong. */
export const recoveryVariations: readonly ClientVariation[] = [
  legal('three-logins', 'Logs in three times before it gives up.', (client) => {
    client.mayLogInAgain = (logins) => logins < 3
  }),
  legal('repeats-after-a-server-error', 'Asks once more after a server error.', (client) =>
    wrap(client, 'askForList', (ask) => async () => {
      const answer = await ask()
      return answer.status >= 500 ? await ask() : answer
    }),
  ),
  legal('repeats-a-failed-login', 'Logs in once more after an error.', (client) =>
    wrap(client, 'logIn', (logIn) => () => logIn().catch(() => logIn())),
  ),
  legal('repeats-after-a-cut', 'Asks once more where a connection ended.', (client) =>
    wrap(client, 'askForList', (ask) => () => ask().catch(() => ask())),
  ),
  legal(
    'repeats-second-step-after-cut',
    'Sends the second step again where the connection ended.',
    wrapping(
      'send',
      (send) => (request) =>
        send(request).catch((error: unknown) => {
          if (error instanceof NoAnswer && String(request.body).includes('otp_code')) return send(request)
          throw error
        }),
    ),
  ),
  legal('waits-longer', 'Waits longer than it has to.', (client) =>
    wrap(client, 'sleep', (sleep) => (ms) => sleep(ms + 200)),
  ),
]
