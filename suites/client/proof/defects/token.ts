import { Failure } from '../failure.ts'
import {
  breaking,
  changeAuthorization,
  defect,
  isMethod,
  listBy,
  withHeader,
  without,
  wrap,
  wrapping,
} from '../defect.ts'

const tokenBearer = breaking('client.token-bearer')
const tokenExact = breaking('client.token-exact')
const tokenReused = breaking('client.token-reused')
const privateTokenScheme = breaking('client.private-token-scheme')
const privateTokenExact = breaking('client.private-token-exact')

/** Mistakes with tokens. */
export const tokenDefects = [
  tokenBearer('token-behind-token', 'Sends its token after the word Token.', (client) =>
    changeAuthorization(client, ['token', 'mfa'], (value) => value.replace('Bearer', 'Token')),
  ),
  tokenBearer('token-in-own-header', 'Sends its token in a header of its own.', (client) =>
    listBy(client, ['token', 'mfa'], (request) =>
      withHeader(without(request, 'Authorization'), 'X-Auth-Token', client.token ?? ''),
    ),
  ),
  tokenBearer('token-behind-jwt', 'Sends its token after the word JWT.', (client) =>
    changeAuthorization(client, ['token', 'mfa'], (value) => value.replace('Bearer', 'JWT')),
  ),
  tokenExact('token-folded', 'Sends its token in lower case.', (client) =>
    changeAuthorization(client, ['token', 'mfa'], (value) => `Bearer ${value.slice(7).toLowerCase()}`),
  ),
  tokenExact('token-encoded-again', 'Encodes its token in base64.', (client) =>
    changeAuthorization(
      client,
      ['token', 'mfa'],
      (value) => `Bearer ${Buffer.from(value.slice(7)).toString('base64')}`,
    ),
  ),
  defect(
    'token-of-another-account',
    'Keeps its token when the account changes.',
    ['client.token-own-account'],
    wrapping('use', (use, client) => (method) => {
      const { token, tokenAt } = client
      use(method)
      if (isMethod(client, 'token', 'mfa')) Object.assign(client, { token, tokenAt })
    }),
  ),
  defect(
    'logs-in-once',
    'Logs in only once in its life, and fails if it has to log in again.',
    ['client.lists-users'],
    (client) => {
      let logins = 0
      wrap(client, 'logIn', (logIn) => async () => {
        if (logins++ > 0) throw new Failure('logged in before')
        await logIn()
      })
    },
  ),
  tokenReused('login-for-each-list', 'Logs in before each list.', (client) => {
    const { list: listUsers } = client
    client.list = () => {
      client.token = undefined
      return listUsers()
    }
  }),
  tokenReused('token-lives-a-second', 'Treats a token as void after one use.', (client) =>
    wrap(client, 'askForList', (ask) => async () => {
      const answer = await ask()
      client.tokenAt = 0
      return answer
    }),
  ),
  tokenReused('token-lives-five-minutes', 'Treats a token as void after five minutes.', (client) => {
    client.isGood = () => client.token !== undefined && client.now() - client.tokenAt < 300_000
  }),
  defect(
    'old-token-ends-it',
    'Fails when the token of a second factor is an hour old.',
    ['client.token-after-hour'],
    wrapping('list', (listUsers, client) => () => {
      const isOld = client.token !== undefined && client.now() - client.tokenAt > 3_600_000
      return isMethod(client, 'mfa') && isOld
        ? Promise.reject(new Failure('the session has ended'))
        : listUsers()
    }),
  ),
  defect(
    'rejection-ends-it',
    'Never logs in again for a token that was rejected.',
    ['client.token-after-rejection', 'client.tolerates-rejection'],
    (client) => {
      client.mayLogInAgain = () => false
      client.isRejection = () => false
    },
  ),
  defect(
    'rejection-with-401-ends-it',
    'Gives up on a 401 with JSON.',
    ['client.token-after-rejection'],
    (client) => {
      client.isRejection = ({ status, body }) =>
        status < 500 && status !== 429 && !(status === 401 && body.startsWith('{'))
    },
  ),
  defect(
    'logins-without-end',
    'Logs in ten times if every list is rejected.',
    ['client.no-endless-login'],
    (client) => {
      client.mayLogInAgain = (logins) => logins < (isMethod(client, 'session') ? 2 : 10)
    },
  ),
  privateTokenScheme(
    'private-token-behind-bearer',
    'Sends its private token after the word Bearer.',
    (client) => changeAuthorization(client, ['private-token'], (value) => value.replace('Token', 'Bearer')),
  ),
  privateTokenScheme('private-token-in-own-header', 'Sends its private token as X-Api-Key.', (client) =>
    listBy(client, ['private-token'], (request) =>
      withHeader(
        without(request, 'Authorization'),
        'X-Api-Key',
        client.env['CONFORMANCE_PRIVATE_TOKEN'] ?? '',
      ),
    ),
  ),
  privateTokenExact('private-token-in-capitals', 'Sends its private token in capitals.', (client) =>
    changeAuthorization(client, ['private-token'], (value) => `Token ${value.slice(6).toUpperCase()}`),
  ),
  privateTokenExact('private-token-in-quotes', 'Puts its private token in quotes.', (client) =>
    changeAuthorization(client, ['private-token'], (value) => `Token "${value.slice(6, -1)}"`),
  ),
  defect(
    'login-beside-private-token',
    'Logs in though it has a private token.',
    ['client.private-token-alone'],
    wrapping('list', (listUsers, client) => async () => {
      if (client.method === 'private-token') await client.logIn().catch(() => {})
      return await listUsers()
    }),
  ),
  defect(
    'private-token-requested',
    'Asks the server for a private token first.',
    ['client.private-token-not-requested'],
    wrapping('list', (listUsers, client) => async () => {
      if (client.method === 'private-token')
        await client.send({
          method: 'POST',
          url: `${client.base()}/api/v1/users/private-token/`,
          headers: [['Accept', 'application/json']],
        })
      return await listUsers()
    }),
  ),
  defect(
    'private-token-lives-an-hour',
    'Treats a private token as void after an hour.',
    ['client.private-token-permanent'],
    wrapping(
      'list',
      (listUsers, client) => () =>
        client.method === 'private-token' && client.aheadSeconds > 3600
          ? Promise.reject(new Failure('the token has ended'))
          : listUsers(),
    ),
  ),
]
