import { createHash } from 'node:crypto'
import { header } from '../../../../harness/wire/exchange.ts'
import { jsonIn } from '../../../../harness/wire/shown/json-in.ts'
import { Failure } from '../client.ts'
import { answerInstead, answering, breaking, isMethod, onUse, wrap, wrapping } from '../defect.ts'

const refuse = (why: string): never => {
  throw new Failure(why)
}

/** Clients that rely on what the specification leaves open. */
export const freedomDefects = [
  ...breaking('client.tolerates-login-status', {
    'login-must-be-200': wrapping(
      'tokenOf',
      (token) => (body, answer) => (answer.status === 200 ? token(body, answer) : undefined),
    ),
  }),
  ...breaking('client.tolerates-more-fields', {
    'login-knows-one-field': wrapping(
      'tokenOf',
      (token) => (body, answer) =>
        Object.keys(body).length > 1 && !('otp_url' in body) ? undefined : token(body, answer),
    ),
  }),
  ...breaking('client.tolerates-challenge-status', {
    'challenge-must-be-200': wrapping(
      'isChallenge',
      (is) => (body, answer) => answer.status === 200 && is(body, answer),
    ),
  }),
  ...breaking('client.tolerates-challenge-msg', {
    'msg-must-be-english': wrapping(
      'isChallenge',
      (is) => (body, answer) => /^[ -~]+$/.test(String(body['msg'])) && is(body, answer),
    ),
  }),
  ...breaking('client.tolerates-seed-text', {
    // Accepts only seeds of 32 URL-safe characters.
    'seed-must-look-like-one': wrapping(
      'answerChallenge',
      (answer) => (challenge) =>
        /^[\w-]{32}$/.test(challenge.seed) ? answer(challenge) : refuse('an odd seed'),
    ),
  }),
  ...breaking('client.tolerates-token-text', {
    'token-must-look-like-one': wrapping('tokenOf', (token) => (body, answer) => {
      const text = token(body, answer)
      return /^[\w-]{32}$/.test(text ?? '') ? text : undefined
    }),
    // Ends without an answer when it gets a token of more than a thousand characters.
    'ends-at-a-long-token': (client) => {
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
  }),
  ...breaking('client.tolerates-same-token', {
    // Fails if a login returns the token of an earlier one.
    'same-token-unexpected': (client) => {
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
  }),
  ...breaking('client.tolerates-list-shape', {
    // Reads only lists of the usual form and fields.
    'list-must-be-array': wrapping('recordsOf', (records) => (answer) => {
      const value = jsonIn(answer.body)
      const found = records(answer)
      const isUsual =
        answer.status === 200 &&
        Array.isArray(value) &&
        JSON.stringify(Object.keys((value as object[])[0] ?? {})) === '["id","username","name","email"]'
      return isUsual ? found : undefined
    }),
  }),
  ...breaking('client.tolerates-rejection', {
    'rejection-must-be-401': { isRejection: ({ status }) => status === 401 },
  }),
  ...breaking('client.tolerates-one-family', {
    'both-families-needed': wrapping('askForList', (ask, client) => async () => {
      const url = `${client.base()}/api/users/v1/auth/`
      const { status } = await client.send({ method: 'OPTIONS', url, headers: [] })
      return status === 404 ? refuse('the older family is missing') : await ask()
    }),
  }),
  ...breaking('client.tolerates-json', {
    // Reads only JSON of one line with exactly the type application/json.
    'json-in-one-line': answering((answer) => {
      const type = header(answer.headers, 'content-type') ?? ''
      const isOdd = type.startsWith('APPLICATION') || (answer.body.includes('\n') && type.includes('json'))
      return isOdd ? { ...answer, status: 599, body: '' } : answer
    }),
    'challenge-begins-with-code': {
      isChallenge: (body) => Object.entries(body)[0]?.join() === 'code,101',
    },
    // Keeps the backslashes that JSON may have before the slashes of otp_url.
    'otp-url-as-written': answering((answer) =>
      answer.body.includes('"otp_url"')
        ? { ...answer, body: answer.body.replaceAll('\\/', '\\\\/') }
        : answer,
    ),
  }),
  ...breaking(['client.token-bearer', 'client.token-exact'], {
    // Finds the token by a pattern in the text of the response, and decodes no escapes.
    'token-found-by-pattern': { tokenOf: (_, { body }) => /"token"\s*:\s*"([^"]+)"/.exec(body)?.[1] },
  }),
  ...breaking('client.tolerates-session-text', {
    // Accepts only session cookies of letters, without attributes that it does not know.
    'session-must-be-a-word': answering((answer) => ({
      ...answer,
      headers: answer.headers.filter(
        ([name, value]) =>
          !/^set-cookie$/i.test(name) ||
          !/^sessionid=[^;]*=|partitioned|priority|domain|expires/i.test(value),
      ),
    })),
  }),
  ...breaking('client.tolerates-list-shape', {
    'first-array-is-the-list': wrapping(
      'recordsOf',
      (records) => (answer) => records(answer) && firstArray(jsonIn(answer.body)),
    ),
    'records-need-an-id': wrapping('recordsOf', (records) => (answer) => {
      const found = records(answer)
      return found?.every((record) => 'id' in (record as object)) ? found : undefined
    }),
  }),
  ...breaking('client.fails-wrong-password', {
    'login-failure-is-empty-list': answerInstead(({ message }) => /^the login(?!.*\(5)/.test(message)),
  }),
  ...breaking('client.fails-second-step', {
    // Answers an empty list if the second step is rejected, but not after a 429.
    'second-step-failure-is-empty-list': answerInstead(({ message }) =>
      /^the second(?!.*\((?:5|429))/.test(message),
    ),
  }),
  ...breaking('client.fails-rejected-list', {
    'rejected-list-is-empty': answerInstead(
      ({ message }, client) => !isMethod(client, 'session') && /^there.*\(40[13]\)/.test(message),
    ),
    // Takes an array in the rejection of a private token for the list.
    'rejection-with-array-is-list': wrapping(
      'recordsOf',
      (records, client) => (answer) =>
        records(
          isMethod(client, 'private-token') && answer.status < 500 ? { ...answer, status: 200 } : answer,
        ),
    ),
    'list-not-found-is-empty': answerInstead(({ message }) => /^there.*\(404\)/.test(message)),
    // Answers an empty list if the signature is rejected with status 400.
    'bad-request-for-list-is-empty': answerInstead(
      ({ message }, client) => isMethod(client, 'signature') && /^there.*\(400\)/.test(message),
    ),
    // Answers an empty list if its private token is rejected with status 403.
    'forbidden-list-is-empty': answerInstead(
      ({ message }, client) => isMethod(client, 'private-token') && /^there.*\(403\)/.test(message),
    ),
  }),
  ...breaking('client.fails-server-error', {
    'server-error-is-empty-list': wrapping(
      'recordsOf',
      (records) => (answer) => (answer.status < 500 ? records(answer) : []),
    ),
    // Takes an empty list in a server error for the list.
    'status-not-looked-at': wrapping(
      'recordsOf',
      (records) => (answer) => (answer.status >= 500 && /\[\s*\]/.test(answer.body) ? [] : records(answer)),
    ),
  }),
  ...breaking('client.fails-garbage', {
    'no-body-is-empty-list': wrapping(
      'recordsOf',
      (records) => (answer) => (answer.status === 200 && answer.body === '' ? [] : records(answer)),
    ),
    'garbage-is-empty-list': wrapping(
      'recordsOf',
      (records) => (answer) =>
        answer.status === 200 && jsonIn(answer.body) === undefined ? [] : records(answer),
    ),
  }),
  ...breaking('client.fails-cut', {
    // Accepts the part that came of a list that was cut off.
    'cut-list-is-a-list': answerInstead(({ message }) => /cut off/.test(message), [{ username: 'somebody' }]),
  }),
  ...breaking('client.survives-one-error', {
    // Never works again after a server error or a broken connection.
    'one-error-ends-it': (client) => {
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
  }),
  ...breaking('client.waits-slow-response', {
    // Gives up on a response that takes more than a second or so.
    impatient: wrapping('send', (send, client) => async (request) => {
      const begun = client.now()
      const answer = await send(request)
      return client.now() - begun > 1400 ? refuse('no response in time') : answer
    }),
  }),
  ...breaking('client.waits-retry-after', {
    'retry-at-once': { sleep: () => Promise.resolve() },
    '429-ends-it': answering((answer) => (answer.status === 429 ? { ...answer, headers: [] } : answer)),
  }),
]

function firstArray(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) ? value : Object.values(value).map(firstArray).find(Boolean)
}
