import { isMethod, named, several, wrap, wrapping, type Change } from './defect.ts'
import { NoAnswer } from './http.ts'

/** Fails rather than sending a code again in its time step. */
const noCodeTwice: Change = (client) => {
  const stepOf = () => Math.floor(client.now() / 30_000)
  let last: number | undefined
  wrap(client, 'answerChallenge', (answer) => async (challenge) => {
    if (stepOf() === last) throw new Error('a second login within one time step')
    last = stepOf()
    await answer(challenge)
  })
}

/** Correct clients that try again where something went wrong. */
export const recoveryVariations = named({
  'three-logins': { mayLogInAgain: (logins) => logins < 3 },
  'repeats-after-a-server-error': wrapping('askForList', (ask) => async () => {
    const answer = await ask()
    return answer.status >= 500 ? await ask() : answer
  }),
  'repeats-a-failed-login': wrapping('logIn', (logIn) => () => logIn().catch(() => logIn())),
  // Asks once more where a connection ended.
  'repeats-after-a-cut': wrapping('askForList', (ask) => () => ask().catch(() => ask())),
  'falls-back-to-login': wrapping(
    'list',
    (list, client) => () =>
      list().catch(async (error: unknown) => {
        if (!isMethod(client, 'private-token')) throw error
        client.use('token')
        return await list().finally(() => client.use('private-token'))
      }),
  ),
  'repeats-second-step-after-cut': wrapping(
    'send',
    (send) => (request) =>
      send(request).catch((error: unknown) => {
        if (error instanceof NoAnswer && String(request.body).includes('otp_code')) return send(request)
        throw error
      }),
  ),
  'sends-no-code-twice': noCodeTwice,
  // Forgets its token where a list goes wrong, and sends no code twice.
  'logs-in-again-after-an-error': several(
    noCodeTwice,
    wrapping(
      'list',
      (list, client) => () =>
        list().catch((error: unknown) => {
          client.token = undefined
          throw error
        }),
    ),
  ),
  'waits-longer': wrapping('sleep', (sleep) => (ms) => sleep(ms + 200)),
})
