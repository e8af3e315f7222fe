import { jsonIn } from '../../../../harness/wire/shown/json-in.ts'
import type { Client } from '../client.ts'
import { answering, several, breaking, isMethod, onUse, wrap, wrapping } from '../defect.ts'
import type { Incoming } from '../http.ts'

/** Answers the last list of the account again, or what is made of it, where a list fails like that. */
const answerAgain =
  (
    isSo: (answer: Incoming | undefined, error: Error, client: Client) => boolean,
    make = (records: unknown[]) => records,
  ) =>
  (client: Client): void => {
    let records: unknown[] | undefined
    let answer: Incoming | undefined
    onUse(client, () => (records = undefined))
    wrap(client, 'askForList', (ask) => async () => {
      answer = undefined
      return (answer = await ask())
    })
    wrap(client, 'list', (list) => async () => {
      try {
        return (records = await list())
      } catch (error) {
        if (records && isSo(answer, error as Error, client)) return make(records)
        throw error
      }
    })
  }

const isJsonBy200 = (answer: Incoming | undefined) =>
  answer?.status === 200 && jsonIn(answer.body) !== undefined

/** True if a token is rejected. What the proxy answers to each list says no; other rules are about that. */
const isVoid = ({ status, body }: Incoming, client: Client) =>
  isMethod(client, 'token', 'mfa') && status === 401 && body.startsWith('{') && !/"msg":"no"/.test(body)

/** Clients that answer an earlier list as if it were the current one, or a rejection as if it were a list. */
export const staleDefects = [
  ...breaking('client.fails-rejected-list', {
    // Answers an empty list if the response is JSON without a list and the last one had a list.
    'rejection-by-200-is-empty': answerAgain(isJsonBy200, () => []),
    // Answers the earlier list if the list is rejected, but not where the login that follows fails.
    'old-list-when-rejected': answerAgain(
      (answer, { message }) =>
        (answer?.status === 401 || answer?.status === 403) && message.startsWith('there was no list'),
    ),
    // Answers the earlier list if the response is JSON without a list.
    'old-list-when-rejected-by-200': answerAgain(isJsonBy200),
  }),
  ...breaking('client.fails-server-error', {
    'old-list-at-a-server-error': answerAgain((answer) => answer !== undefined && answer.status >= 500),
    // Answers the earlier list if the server fails as the client logs in.
    'old-list-without-a-login': answerAgain((_, { message }) =>
      /(login|second step) was rejected \(5/.test(message),
    ),
  }),
  ...breaking('client.fails-wrong-password', {
    'old-list-when-login-rejected': answerAgain((_, { message }) => /login was rejected \(4/.test(message)),
  }),
  ...breaking('client.fails-cut', {
    'old-list-when-cut': answerAgain((_, { message }) => message.includes('cut off')),
  }),
  ...breaking('client.token-after-rejection', {
    // Answers the earlier list, without a login, if its token is rejected before its hour is over.
    'old-list-for-a-void-token': several(
      wrapping('isRejection', (is, client) => (answer) => !isVoid(answer, client) && is(answer)),
      answerAgain((answer, _, client) => answer !== undefined && isVoid(answer, client)),
    ),
  }),
  ...breaking('client.waits-retry-after', {
    'old-list-at-429': several(
      answering((answer) => (answer.status === 429 ? { ...answer, headers: [] } : answer)),
      answerAgain((answer) => answer?.status === 429),
    ),
  }),
]
