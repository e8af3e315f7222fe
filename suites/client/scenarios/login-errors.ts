import type { Method } from '../../../harness/client-judge/operation.ts'
import type { Scenario, Stage } from '../../../harness/client-judge/played.ts'
import type { Disturbance } from '../../../harness/client-judge/proxy.ts'
import type { Recorded } from '../../../harness/client-judge/recorded.ts'
import { isLoginRequest, oneError, rejection, serverError } from './disturbed.ts'
import { onDrawnServer } from './freedom-classes.ts'
import { byEitherLogin, forgetToken, useAndList } from './plain.ts'

/**
 * True for a request to the web login, also one that only loads the page: the page sets a cookie `sessionid` that opens nothing
 * yet, and what a client makes of that is another matter.
 */
const isWebLogin = ({ played }: Stage, { request }: Recorded): boolean =>
  played.pages.includes((request.target.split('?')[0] ?? '').slice(played.prefix.length))

/** The first login fails once; the next list needs another. */
const failsOnce = (
  method: Method,
  isLogin: typeof isLoginRequest,
  makeError: (stage: Stage) => Disturbance,
): Omit<Scenario, 'name' | 'title'> => ({
  method,
  async play(stage) {
    let left = 1
    stage.disturb((exchange) => (isLogin(stage, exchange) && left-- > 0 ? makeError(stage) : undefined))
    await useAndList(stage, method)
    await stage.list()
  },
})

/** After a list, a client without a token has to log in, and can't. */
const everyLoginFails = (
  method: 'token' | 'mfa',
  make: (stage: Stage) => Disturbance,
): Omit<Scenario, 'name' | 'title'> => ({
  ...onDrawnServer(method),
  async play(stage) {
    await useAndList(stage, method)
    if (!(await forgetToken(stage, method))) return
    const how = make(stage)
    stage.disturb((exchange) => (isLoginRequest(stage, exchange) ? how : undefined))
    await stage.listPatiently()
  },
})

/** Scenarios in which the server fails as the client logs in. */
export const loginErrorScenarios: readonly Scenario[] = [
  ...byEitherLogin((method) => ({
    name: 'login-error',
    title: 'The first login fails once.',
    ...failsOnce(method, isLoginRequest, oneError),
  })),
  {
    name: 'login-error-session',
    title: 'The login page is answered with a server error once.',
    ...failsOnce('session', isWebLogin, serverError),
  },
  ...byEitherLogin((method) => ({
    name: 'login-server-error',
    title: 'The server forgets the token, and answers every login with a server error.',
    ...everyLoginFails(method, serverError),
  })),
  ...byEitherLogin((method) => ({
    name: 'login-rejected',
    title: 'The server forgets the token, and rejects every login.',
    ...everyLoginFails(method, rejection),
  })),
  {
    name: 'login-server-error-session',
    title: 'The login page is answered with a server error, however often it is requested.',
    ...onDrawnServer('session'),
    async play(stage) {
      const how = serverError(stage)
      stage.disturb((exchange) => (isWebLogin(stage, exchange) ? how : undefined))
      await stage.use('session')
      await stage.listPatiently()
    },
  },
]
