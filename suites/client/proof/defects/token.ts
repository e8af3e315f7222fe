import { Failure } from '../client.ts'
import {
  breaking,
  changeAuthorization,
  isMethod,
  listBy,
  onUse,
  several,
  withHeader,
  without,
  wrap,
  wrapping,
} from '../defect.ts'

const bearer = (change: (value: string) => string) => changeAuthorization(['token', 'mfa'], change)
const privateToken = (change: (value: string) => string) => changeAuthorization(['private-token'], change)

const privateTokenLives = (seconds: number) =>
  wrapping(
    'list',
    (listUsers, client) => () =>
      client.method === 'private-token' && client.aheadSeconds > seconds
        ? Promise.reject(new Failure('the token has ended'))
        : listUsers(),
  )

/** Mistakes with tokens. */
export const tokenDefects = [
  ...breaking('client.token-bearer', {
    'token-behind-token': bearer((value) => value.replace('Bearer', 'Token')),
    'token-in-own-header': listBy(['token', 'mfa'], (request, client) =>
      withHeader(without(request, 'Authorization'), 'X-Auth-Token', client.token ?? ''),
    ),
    'token-behind-jwt': bearer((value) => value.replace('Bearer', 'JWT')),
  }),
  ...breaking('client.token-exact', {
    // Sends its token in lower case.
    'token-folded': bearer((value) => `Bearer ${value.slice(7).toLowerCase()}`),
    // Turns a token of digits into a number and back into text.
    'token-read-as-number': bearer((value) => {
      const token = value.slice(7)
      return `Bearer ${/^\d+$/.test(token) ? BigInt(token) : token}`
    }),
    'token-is-first-long-text': {
      tokenOf: (body, { status }) =>
        Object.values(body).find(
          (value): value is string => status < 300 && typeof value === 'string' && value.length >= 10,
        ),
    },
    'token-encoded-again': bearer((value) => `Bearer ${Buffer.from(value.slice(7)).toString('base64')}`),
  }),
  ...breaking('client.token-own-account', {
    'token-of-another-account': wrapping('use', (use, client) => (method) => {
      const { token, tokenAt } = client
      use(method)
      if (isMethod(client, 'token', 'mfa')) Object.assign(client, { token, tokenAt })
    }),
  }),
  ...breaking('client.token-own-account', {
    // Logs in again with the account without a second factor, whichever is in use.
    'logs-in-again-as-another': (client) => {
      let logins = 0
      onUse(client, () => (logins = 0))
      wrap(client, 'logIn', (logIn) => async () => {
        const { method } = client
        if (logins++ > 0) client.method = 'token'
        await logIn().finally(() => (client.method = method))
      })
    },
  }),
  ...breaking('client.lists-users', {
    // Logs in only once in its life, and fails if it has to log in again.
    'logs-in-once': (client) => {
      let logins = 0
      wrap(client, 'logIn', (logIn) => async () => {
        if (logins++ > 0) throw new Failure('logged in before')
        await logIn()
      })
    },
  }),
  ...breaking('client.token-reused', {
    'login-for-each-list': wrapping('list', (listUsers, client) => () => {
      client.token = undefined
      return listUsers()
    }),
    // Treats a token as void after one use.
    'token-lives-a-second': wrapping('askForList', (ask, client) => async () => {
      const answer = await ask()
      client.tokenAt = 0
      return answer
    }),
    'token-lives-five-minutes': wrapping(
      'isGood',
      (_, client) => () => client.token !== undefined && client.now() - client.tokenAt < 300_000,
    ),
    // Takes a new token every ten minutes, before a list needs one.
    'token-renewed-every-ten-minutes': wrapping('act', (act, client) => async (operation) => {
      const answer = await act(operation)
      const isOld = client.token !== undefined && client.now() - client.tokenAt >= 600_000
      if (operation.op === 'advance' && isOld) await client.logIn()
      return answer
    }),
  }),
  ...breaking('client.token-after-hour', {
    // Fails when the token of a second factor is an hour old.
    'old-token-ends-it': wrapping('list', (listUsers, client) => () => {
      const isOld = client.token !== undefined && client.now() - client.tokenAt > 3_600_000
      return isMethod(client, 'mfa') && isOld
        ? Promise.reject(new Failure('the session has ended'))
        : listUsers()
    }),
  }),
  ...breaking(['client.token-after-hour', 'client.token-after-rejection'], {
    // Logs in once, and never again.
    'token-kept-for-ever': several(
      wrapping('isGood', (_, client) => () => client.token !== undefined),
      { isRejection: () => false },
    ),
  }),
  ...breaking('client.token-after-rejection', {
    'rejection-ends-it': { mayLogInAgain: () => false, isRejection: () => false },
    // Gives up on a 401 with JSON.
    'rejection-with-401-ends-it': {
      isRejection: ({ status, body }) =>
        status < 500 && status !== 429 && !(status === 401 && body.startsWith('{')),
    },
  }),
  ...breaking('client.no-endless-login', {
    // Logs in ten times if every list is rejected.
    'logins-without-end': (client) => {
      client.mayLogInAgain = (logins) => logins < (isMethod(client, 'session') ? 2 : 10)
    },
  }),
  ...breaking('client.private-token-scheme', {
    'private-token-behind-bearer': privateToken((value) => value.replace('Token', 'Bearer')),
    'private-token-in-own-header': listBy(['private-token'], (request, client) =>
      withHeader(without(request, 'Authorization'), 'X-Api-Key', client.variable('PRIVATE_TOKEN')),
    ),
  }),
  ...breaking('client.private-token-exact', {
    'private-token-in-capitals': privateToken((value) => `Token ${value.slice(6).toUpperCase()}`),
    'private-token-in-lower-case': privateToken((value) => `Token ${value.slice(6).toLowerCase()}`),
    'private-token-percent-encoded': privateToken((value) => `Token ${encodeURIComponent(value.slice(6))}`),
    'private-token-without-padding': privateToken((value) => value.replace(/=+$/, '')),
    'private-token-in-quotes': privateToken((value) => `Token "${value.slice(6, -1)}"`),
  }),
  ...breaking('client.private-token-alone', {
    'login-beside-private-token': wrapping('list', (listUsers, client) => async () => {
      if (client.method === 'private-token') await client.logIn().catch(() => {})
      return await listUsers()
    }),
  }),
  ...breaking('client.private-token-not-requested', {
    // Asks the server for a private token first.
    'private-token-requested': wrapping('list', (listUsers, client) => async () => {
      if (client.method === 'private-token')
        await client.send({
          method: 'POST',
          url: `${client.base()}/api/v1/users/private-token/`,
          headers: [['Accept', 'application/json']],
        })
      return await listUsers()
    }),
  }),
  ...breaking('client.private-token-permanent', {
    'private-token-lives-an-hour': privateTokenLives(3600),
    'private-token-lives-a-year': privateTokenLives(365 * 24 * 3600),
  }),
]
