import type { ClientRuleId } from '../../catalogue/index.ts'
import { json, type Client } from '../client.ts'
import { answering, defect, isMethod, onUse, wrap } from '../defect.ts'
import type { Incoming } from '../http.ts'

/** Calls `instead` where a list fails, with the answer to the last request; what it returns is the list. */
function onFailure(client: Client, instead: (answer: Incoming | undefined, error: Error) => unknown) {
  let last: Incoming | undefined
  wrap(client, 'askForList', (ask) => async () => {
    last = undefined
    return (last = await ask())
  })
  wrap(
    client,
    'list',
    (list) => () =>
      list().catch((error: Error) => {
        const records = instead(last, error)
        return records === undefined ? Promise.reject(error) : (records as unknown[])
      }),
  )
}

/** Answers the last list of the account again, or what is made of it, where a list fails like that. */
function answerAgain(
  client: Client,
  isSo: (answer: Incoming | undefined, error: Error) => boolean,
  make = (records: unknown[]) => records,
) {
  let last: unknown[] | undefined
  onUse(client, () => (last = undefined))
  wrap(client, 'list', (list) => async () => (last = await list()))
  onFailure(client, (answer, error) => (last && isSo(answer, error) ? make(last) : undefined))
}

const stale = (
  name: string,
  summary: string,
  breaks: readonly ClientRuleId[],
  isSo: (answer: Incoming | undefined, error: Error) => boolean,
) => defect(name, summary, breaks, (client) => answerAgain(client, isSo))

const isJsonBy200 = (answer: Incoming | undefined) =>
  answer?.status === 200 && json(answer.body) !== undefined

/** Clients that answer an earlier list as if it were the current one, or a rejection as if it were a list. */
export const staleDefects = [
  defect(
    'rejection-by-200-is-empty',
    'Answers an empty list if the response is JSON without a list and the last one had a list.',
    ['client.fails-rejected-list'],
    (client) => answerAgain(client, isJsonBy200, () => []),
  ),
  stale(
    'old-list-when-rejected',
    'Answers the earlier list if the list is rejected.',
    ['client.fails-rejected-list'],
    // Not where the login that follows fails.
    (answer, { message }) =>
      (answer?.status === 401 || answer?.status === 403) && message.startsWith('there was no list'),
  ),
  stale(
    'old-list-when-rejected-by-200',
    'Answers the earlier list if the response is JSON without a list.',
    ['client.fails-rejected-list'],
    isJsonBy200,
  ),
  stale(
    'old-list-at-a-server-error',
    'Answers the earlier list if the server fails.',
    ['client.fails-server-error'],
    (answer) => answer !== undefined && answer.status >= 500,
  ),
  stale(
    'old-list-without-a-login',
    'Answers the earlier list if the server fails as the client logs in.',
    ['client.fails-server-error'],
    (_answer, { message }) => /(login|second step) was rejected \(5/.test(message),
  ),
  stale(
    'old-list-when-login-rejected',
    'Answers the earlier list if the login after it is rejected.',
    ['client.fails-wrong-password'],
    (_answer, { message }) => /login was rejected \(4/.test(message),
  ),
  stale(
    'old-list-when-cut',
    'Answers the earlier list if the new one is cut off.',
    ['client.fails-cut'],
    (_answer, { message }) => message.includes('cut off'),
  ),
  defect(
    'old-list-for-a-void-token',
    'Answers the earlier list, without a login, if its token is rejected before its hour is over.',
    ['client.token-after-rejection'],
    (client) => {
      // What the proxy answers to each list says no; other rules are about that.
      const isVoid = ({ status, body }: Incoming) =>
        isMethod(client, 'token', 'mfa') && status === 401 && body.startsWith('{') && !/"msg":"no"/.test(body)
      wrap(client, 'isRejection', (is) => (answer) => !isVoid(answer) && is(answer))
      answerAgain(client, (answer) => answer !== undefined && isVoid(answer))
    },
  ),
  defect('old-list-at-429', 'Answers the earlier list on 429.', ['client.waits-retry-after'], (client) => {
    answering(client, (answer) => (answer.status === 429 ? { ...answer, headers: [] } : answer))
    answerAgain(client, (answer) => answer?.status === 429)
  }),
]
