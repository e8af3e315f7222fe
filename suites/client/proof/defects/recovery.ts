import type { Client } from '../client.ts'
import type { Incoming, Outgoing } from '../http.ts'
import {
  answerInstead,
  answering,
  breaking,
  defect,
  isMethod,
  login,
  onUse,
  withHeader,
  wrap,
  wrapping,
} from '../defect.ts'
import { Failure } from '../failure.ts'

const failsRejectedList = breaking('client.fails-rejected-list')
const waitsRetryAfter = breaking('client.waits-retry-after')

/** Answers an empty list if the last answer to such a request was a redirect. */
function emptyAfterRedirect(client: Client, isMeant: (request: Outgoing) => boolean) {
  let isRedirected = false
  answering(client, (answer, request) => {
    isRedirected = isMeant(request) && answer.status > 300 && answer.status < 400
    return answer
  })
  answerInstead(client, () => isRedirected)
}

/** Mistakes about what to do after a failure. */
export const recoveryDefects = [
  failsRejectedList('redirected-list-is-empty', 'Answers an empty list if the list redirects.', (client) =>
    emptyAfterRedirect(client, ({ method }) => method === 'GET'),
  ),
  defect(
    'redirected-login-is-empty-list',
    'Answers an empty list if the login redirects.',
    ['client.fails-wrong-password'],
    (client) => emptyAfterRedirect(client, ({ url }) => url.endsWith(client.loginPath())),
  ),
  defect(
    'redirected-second-step-is-empty-list',
    'Answers an empty list if the second step redirects.',
    ['client.fails-second-step'],
    (client) => emptyAfterRedirect(client, ({ body }) => String(body).includes('otp_code')),
  ),
  waitsRetryAfter(
    'a-second-after-429',
    'Waits for a second after 429, whatever Retry-After says.',
    (client) => wrap(client, 'sleep', (sleep) => () => sleep(1000)),
  ),
  waitsRetryAfter(
    'login-at-once-after-429',
    'Logs in again at once if the login is answered with 429.',
    wrapping('send', (send, client) => async (request) => {
      const answer = await send(request)
      return answer.status === 429 && request.url.endsWith(client.loginPath()) ? await send(request) : answer
    }),
  ),
  triedOn('wrong-password-tried-on', 'Tries a rejected login ten times.', 'the login'),
  triedOn('rejected-second-step-tried-on', 'Logs in ten times if the second step is rejected.', 'the second'),
  defect(
    'void-token-beside-login',
    'Sends the token that was rejected with its next login.',
    ['client.tolerates-rejection'],
    (client) => {
      let last: string | undefined
      onUse(client, () => (last = undefined))
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
    'failed-web-login-kept',
    'Fails for good once the login page is answered with a server error.',
    ['client.survives-one-error'],
    (client) => {
      let failure: Failure | undefined
      onWebLogin(client, ({ status }) => {
        if (status < 500) return
        failure = new Failure(`the web login failed (${status})`)
        throw failure
      })
      wrap(client, 'list', (list) => async () => {
        if (failure && isMethod(client, 'session')) throw failure
        return await list()
      })
    },
  ),
  defect(
    'web-login-error-is-empty-list',
    'Answers an empty list if the login page is answered with a server error.',
    ['client.fails-server-error'],
    (client) => {
      let isError = false
      onWebLogin(client, ({ status }) => {
        isError = status >= 500
      })
      wrap(client, 'list', (list) => () => list().catch((error) => (isError ? [] : Promise.reject(error))))
    },
  ),
  emptyAfterServerError('login-error-is-empty-list', 'the login'),
  emptyAfterServerError('second-step-error-is-empty-list', 'the second step'),
  defect(
    'signature-kept-for-retry',
    'Repeats a request as it was, with its signature, when Retry-After is over.',
    ['client.signature-fresh'],
    wrapping('send', (send, client) => async (request) => {
      const answer = await send(request)
      if (answer.status !== 429 || !isMethod(client, 'signature')) return answer
      await client.sleep(2010)
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

/** Looks at the answer to each request to the login page. */
function onWebLogin(client: Client, look: (answer: Incoming) => void) {
  answering(client, (answer, { url }) => {
    if (url === client.env['CONFORMANCE_LOGIN_PAGE']) look(answer)
    return answer
  })
}

/** Answers an empty list if this step of a login is answered with a server error. */
function emptyAfterServerError(name: string, what: string) {
  return defect(
    name,
    `Answers an empty list if ${what} is answered with a server error.`,
    ['client.fails-server-error'],
    (client) => {
      const isSo = ({ message }: Error) => message.startsWith(`${what} was rejected (5`)
      wrap(
        client,
        'list',
        (list) => () => list().catch((error: Error) => (isSo(error) ? [] : Promise.reject(error))),
      )
    },
  )
}

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
