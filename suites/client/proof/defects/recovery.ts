import { type Client, Failure } from '../client.ts'
import type { Outgoing } from '../http.ts'
import {
  answerInstead,
  answering,
  breaking,
  emptyAfter,
  isMethod,
  login,
  onUse,
  several,
  withHeader,
  wrap,
  wrapping,
} from '../defect.ts'

/** Answers an empty list if the last answer to such a request was a redirect. */
const emptyAfterRedirect = (
  isMeant: (request: Outgoing, client: Client) => boolean,
  isRedirect = (status: number) => status > 300 && status < 400,
) => emptyAfter(({ status }, request, client) => isMeant(request, client) && isRedirect(status))

/** Logs in again, up to ten times, after each failure whose message starts like that. */
const triedOn = (start: string) =>
  wrapping('logIn', (logIn) => async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await logIn()
      } catch (error) {
        const isRejected = error instanceof Failure && error.message.startsWith(start)
        if (!isRejected || tries === 10) throw error
      }
    }
  })

const isWebLogin = ({ url }: Outgoing, client: Client) => url === client.variable('LOGIN_PAGE')

const againAfter429 = (isSuch: (request: Outgoing, client: Client) => boolean) =>
  wrapping('send', (send, client) => async (request) => {
    const answer = await send(request)
    return answer.status === 429 && isSuch(request, client) ? await send(request) : answer
  })

/** Mistakes about what to do after a failure. */
export const recoveryDefects = [
  ...breaking('client.fails-rejected-list', {
    'redirected-list-is-empty': emptyAfterRedirect(({ method }) => method === 'GET'),
    'list-redirected-by-302-is-empty': emptyAfterRedirect(
      ({ method }) => method === 'GET',
      (status) => status === 302,
    ),
  }),
  ...breaking('client.fails-wrong-password', {
    'redirected-login-is-empty-list': emptyAfterRedirect(({ url }, client) =>
      url.endsWith(client.loginPath()),
    ),
  }),
  ...breaking('client.fails-second-step', {
    'redirected-second-step-is-empty-list': emptyAfterRedirect(({ body }) =>
      String(body).includes('otp_code'),
    ),
  }),
  ...breaking('client.waits-retry-after', {
    'a-second-after-429': wrapping('sleep', (sleep) => () => sleep(1000)),
    'limited-login-is-empty-list': several(
      answering((answer, { url }, client) =>
        answer.status === 429 && url.endsWith(client.loginPath()) ? { ...answer, status: 499 } : answer,
      ),
      answerInstead(({ message }) => message.includes('(499)')),
    ),
    'login-at-once-after-429': againAfter429(({ url }, client) => url.endsWith(client.loginPath())),
    'second-step-at-once-after-429': againAfter429(({ body }) => String(body).includes('otp_code')),
  }),
  ...breaking('client.login-attempts', {
    'wrong-password-tried-on': triedOn('the login'),
    // Logs in ten times if the second step is rejected.
    'rejected-second-step-tried-on': triedOn('the second'),
  }),
  ...breaking('client.tolerates-rejection', {
    // Sends the token that was rejected with its next login.
    'void-token-beside-login': (client) => {
      let last: string | undefined
      onUse(client, () => (last = undefined))
      wrap(client, 'authorize', (authorize) => (request) => {
        last = client.token
        return authorize(request)
      })
      login((request) =>
        last === undefined ? request : withHeader(request, 'Authorization', `Bearer ${last}`),
      )(client)
    },
  }),
  ...breaking('client.survives-one-error', {
    // Keeps the outcome of its login, even if that failed.
    'failed-login-kept': (client) => {
      let failure: Error | undefined
      wrap(client, 'logIn', (logIn) => async () => {
        if (failure) throw failure
        await logIn().catch((error: Error) => {
          failure = error
          throw error
        })
      })
    },
    // Fails for good once the login page is answered with a server error.
    'failed-web-login-kept': (client) => {
      let failure: Failure | undefined
      answering((answer, request) => {
        if (!isWebLogin(request, client) || answer.status < 500) return answer
        throw (failure = new Failure(`the web login failed (${answer.status})`))
      })(client)
      wrap(client, 'list', (list) => async () => {
        if (failure && isMethod(client, 'session')) throw failure
        return await list()
      })
    },
  }),
  ...breaking('client.fails-server-error', {
    'web-login-error-is-empty-list': emptyAfter(({ status }, request, client) =>
      isWebLogin(request, client) ? status >= 500 : undefined,
    ),
    'login-error-is-empty-list': answerInstead(({ message }) =>
      message.startsWith('the login was rejected (5'),
    ),
    'second-step-error-is-empty-list': answerInstead(({ message }) =>
      message.startsWith('the second step was rejected (5'),
    ),
  }),
  ...breaking('client.signature-fresh', {
    // Repeats a request as it was, with its signature, when Retry-After is over.
    'signature-kept-for-retry': wrapping('send', (send, client) => async (request) => {
      const answer = await send(request)
      if (answer.status !== 429 || !isMethod(client, 'signature')) return answer
      await client.sleep(2010)
      return await send(request)
    }),
    // Repeats a request as it was, with its signature, three seconds after a server error.
    'signature-kept-after-server-error': wrapping('send', (send, client) => async (request) => {
      const answer = await send(request)
      if (answer.status < 500 || !isMethod(client, 'signature')) return answer
      await client.sleep(3000)
      return await send(request)
    }),
  }),
]
