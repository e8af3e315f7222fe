import { createHash } from 'node:crypto'
import { json } from '../client.ts'
import { answerInstead, answering, defect, isMethod, onUse, wrap, wrapping } from '../defect.ts'
import { Failure } from '../failure.ts'

const refuse = (why: string): never => {
  throw new Failure(why)
}

/** Clients that rely on what the specification leaves open. */
export const freedomDefects = [
  defect(
    'login-must-be-200',
    'Accepts a token only from a response with 200.',
    ['client.tolerates-login-status'],
    wrapping(
      'tokenOf',
      (token) => (body, answer) => (answer.status === 200 ? token(body, answer) : undefined),
    ),
  ),
  defect(
    'login-knows-one-field',
    'Fails if a token response has an additional field.',
    ['client.tolerates-more-fields'],
    wrapping(
      'tokenOf',
      (token) => (body, answer) =>
        Object.keys(body).length > 1 && !('otp_url' in body) ? undefined : token(body, answer),
    ),
  ),
  defect(
    'challenge-must-be-200',
    'Recognises a challenge only with 200.',
    ['client.tolerates-challenge-status'],
    wrapping('isChallenge', (is) => (body, answer) => answer.status === 200 && is(body, answer)),
  ),
  defect(
    'msg-must-be-english',
    'Recognises a challenge by a msg in English.',
    ['client.tolerates-challenge-msg'],
    wrapping(
      'isChallenge',
      (is) => (body, answer) => /^[ -~]+$/.test(String(body['msg'])) && is(body, answer),
    ),
  ),
  defect(
    'seed-must-look-like-one',
    'Accepts only seeds of 32 URL-safe characters.',
    ['client.tolerates-seed-text'],
    wrapping(
      'answerChallenge',
      (answer) => (challenge) =>
        /^[\w-]{32}$/.test(challenge.seed) ? answer(challenge) : refuse('an odd seed'),
    ),
  ),
  defect(
    'token-must-look-like-one',
    'Accepts only tokens of 32 URL-safe characters.',
    ['client.tolerates-token-text'],
    wrapping('tokenOf', (token) => (body, answer) => {
      const text = token(body, answer)
      return /^[\w-]{32}$/.test(text ?? '') ? text : undefined
    }),
  ),
  defect(
    'ends-at-a-long-token',
    'Ends without an answer when it gets a token of more than a thousand characters.',
    ['client.tolerates-token-text'],
    (client) => {
      let hasEnded = false
      wrap(client, 'tokenOf', (tokenOf) => (body, answer) => {
        const token = tokenOf(body, answer)
        hasEnded ||= (token?.length ?? 0) > 1000
        return token
      })
      // No answer of the protocol: the suite takes it for a client that broke.
      wrap(client, 'act', (act) => async (operation) => {
        const reply = await act(operation)
        return hasEnded ? {} : reply
      })
    },
  ),
  defect(
    'same-token-unexpected',
    'Fails if a login returns the token of an earlier one.',
    ['client.tolerates-same-token'],
    (client) => {
      const seen = new Set<string>()
      wrap(client, 'tokenOf', (token) => (body, answer) => {
        const text = token(body, answer)
        const hash = createHash('sha256')
          .update(text ?? '')
          .digest('hex')
        if (text !== undefined && seen.has(hash)) return undefined
        seen.add(hash)
        return text
      })
    },
  ),
  defect(
    'list-must-be-array',
    'Reads only lists of the usual form, order and fields.',
    ['client.tolerates-list-shape'],
    wrapping('recordsOf', (records) => (answer) => {
      const value = json(answer.body)
      const found = records(answer)
      const isUsual =
        answer.status === 200 &&
        Array.isArray(value) &&
        JSON.stringify(Object.keys((value as object[])[0] ?? {})) === '["id","username","name","email"]' &&
        isFirst(value)
      return isUsual ? found : undefined
    }),
  ),
  defect(
    'rejection-must-be-401',
    'Recognises a rejection only by 401.',
    ['client.tolerates-rejection'],
    (client) => {
      client.isRejection = ({ status }) => status === 401
    },
  ),
  defect(
    'both-families-needed',
    'Fails if the other path family is missing.',
    ['client.tolerates-one-family'],
    wrapping('askForList', (ask, client) => async () => {
      const url = `${client.base()}/api/users/v1/auth/`
      const { status } = await client.send({ method: 'OPTIONS', url, headers: [] })
      return status === 404 ? refuse('the older family is missing') : await ask()
    }),
  ),
  defect(
    'json-in-one-line',
    'Reads only JSON of one line with exactly the type application/json.',
    ['client.tolerates-json'],
    (client) =>
      answering(client, (answer) => {
        const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
        const isOdd = type.startsWith('APPLICATION') || (answer.body.includes('\n') && type.includes('json'))
        return isOdd ? { ...answer, status: 599, body: '' } : answer
      }),
  ),
  defect(
    'token-found-by-pattern',
    'Finds the token by a pattern in the text of the response, and decodes no escapes.',
    ['client.token-bearer', 'client.token-exact'],
    (client) => {
      client.tokenOf = (_, { body }) => /"token"\s*:\s*"([^"]+)"/.exec(body)?.[1]
    },
  ),
  defect(
    'otp-url-as-written',
    'Keeps the backslashes that JSON may have before the slashes of otp_url.',
    ['client.tolerates-json'],
    (client) =>
      answering(client, (answer) =>
        answer.body.includes('"otp_url"')
          ? { ...answer, body: answer.body.replaceAll('\\/', '\\\\/') }
          : answer,
      ),
  ),
  defect(
    'session-must-be-a-word',
    'Accepts only session cookies of letters, without attributes that it does not know.',
    ['client.tolerates-session-text'],
    (client) =>
      answering(client, (answer) => ({
        ...answer,
        headers: answer.headers.filter(
          ([name, value]) =>
            !(
              /^set-cookie$/i.test(name) &&
              (/^sessionid=[^;]*=/.test(value) || /partitioned|priority|domain|expires/i.test(value))
            ),
        ),
      })),
  ),
  defect(
    'login-failure-is-empty-list',
    'Answers an empty list if the login is rejected.',
    ['client.fails-wrong-password'],
    (client) => answerInstead(client, ({ message }) => /^the login(?!.*\(5)/.test(message)),
  ),
  defect(
    'second-step-failure-is-empty-list',
    'Answers an empty list if the second step is rejected.',
    ['client.fails-second-step'],
    (client) => answerInstead(client, ({ message }) => /^the second(?!.*\(5)/.test(message)),
  ),
  defect(
    'rejected-list-is-empty',
    'Answers an empty list if the list is rejected.',
    ['client.fails-rejected-list'],
    (client) =>
      answerInstead(
        client,
        // A list by a session is rejected after a web login that was: another rule is about that.
        ({ message }) => !isMethod(client, 'session') && /^there.*\(40[13]\)/.test(message),
      ),
  ),
  defect(
    'server-error-is-empty-list',
    'Answers an empty list if the server fails.',
    ['client.fails-server-error'],
    wrapping('recordsOf', (records) => (answer) => (answer.status < 500 ? records(answer) : [])),
  ),
  defect(
    'status-not-looked-at',
    'Takes an empty list in a server error for the list.',
    ['client.fails-server-error'],
    (client) =>
      wrap(
        client,
        'recordsOf',
        (records) => (answer) => (answer.status >= 500 && /\[\s*\]/.test(answer.body) ? [] : records(answer)),
      ),
  ),
  defect(
    'no-body-is-empty-list',
    'Answers an empty list if there is no body.',
    ['client.fails-garbage'],
    (client) =>
      wrap(
        client,
        'recordsOf',
        (records) => (answer) => (answer.status === 200 && answer.body === '' ? [] : records(answer)),
      ),
  ),
  defect(
    'garbage-is-empty-list',
    'Answers an empty list if the body is not JSON.',
    ['client.fails-garbage'],
    wrapping(
      'recordsOf',
      (records) => (answer) =>
        answer.status === 200 && json(answer.body) === undefined ? [] : records(answer),
    ),
  ),
  defect(
    'cut-list-is-a-list',
    'Accepts the part that came of a list that was cut off.',
    ['client.fails-cut'],
    (client) => answerInstead(client, ({ message }) => /cut off/.test(message), [{ username: 'somebody' }]),
  ),
  defect(
    'one-error-ends-it',
    'Never works again after a server error or a broken connection.',
    ['client.survives-one-error'],
    (client) => {
      let isBroken = false
      onUse(client, () => (isBroken = false))
      wrap(client, 'list', (list) => async () => {
        if (isBroken) refuse('broken for ever')
        try {
          return await list()
        } catch (error) {
          isBroken = true
          throw error
        }
      })
    },
  ),
  defect(
    'impatient',
    'Gives up on a response that takes more than a second or so.',
    ['client.waits-slow-response'],
    wrapping('send', (send, client) => async (request) => {
      const begun = client.now()
      const answer = await send(request)
      return client.now() - begun > 1400 ? refuse('no response in time') : answer
    }),
  ),
  defect('retry-at-once', 'Repeats a request at once after 429.', ['client.waits-retry-after'], (client) => {
    client.sleep = () => Promise.resolve()
  }),
  defect('429-ends-it', 'Fails on 429.', ['client.waits-retry-after'], (client) =>
    answering(client, (answer) => (answer.status === 429 ? { ...answer, headers: [] } : answer)),
  ),
]

/** Relies on the order of the reference server's list, which starts with the first account of a run. */
const isFirst = (value: unknown[]): boolean => JSON.stringify(value[0] ?? '').includes('Ann.')
