import { withFields } from '../users/variations.ts'
import { should } from '../shared/breach.ts'
import { headerValues } from '../../common/call.ts'
import { choose, type Variation } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { legal, rejecting } from '../legal.ts'

const messages = {
  'not-authenticated': '用户名或密码错误，或凭证已失效',
  malformed: '请求格式不正确',
  'unsupported-encoding': '不支持的媒体类型',
  forbidden: '没有权限',
}

/** The form of rejections. */
export const refusalVariations: Variation[] = [
  legal(
    'refusals-answer-200',
    'Rejections have the status 200, with the error in the body.',
    choose({ notAuthenticatedStatus: 200, malformedStatus: 200 }),
  ),
  legal('void-token-answers-200', 'An expired token gets 200 and a list of errors.', (parts) => {
    rejecting(parts, (reply, { rawHeaders }, problem) => {
      const text = rawHeaders.map((field) => /^Bearer (.*)/i.exec(field)?.[1]).find((found) => found)
      if (text === undefined || !parts.tokens.find(text)) throw problem
      return reply.status(200).send({ errors: [{ code: 'AUTH-401', message: 'Your token has expired' }] })
    })
  }),
  legal('refusals-answer-204', 'Rejections are 204 without a body.', (parts) => {
    rejecting(parts, (reply) => reply.status(204).send())
  }),
  legal(
    'refusals-answer-400',
    'Every rejection is a 400.',
    choose({ notAuthenticatedStatus: 400, unsupportedEncodingStatus: 400 }),
  ),
  legal(
    'refusals-answer-403',
    'Rejections are 403 and name no scheme.',
    choose({ notAuthenticatedStatus: 403, wwwAuthenticate: undefined }),
  ),
  legal(
    'refusals-answer-404',
    'Callers who may not see the list are told that it does not exist.',
    (parts) => {
      rejecting(parts, (reply) => reply.callNotFound())
    },
  ),
  legal(
    'refusals-answer-418',
    'Rejections have an unusual status.',
    choose({ notAuthenticatedStatus: 418, malformedStatus: 418 }),
  ),
  legal(
    'refusals-answer-500',
    'Every rejection is a server error.',
    choose({ notAuthenticatedStatus: 500, malformedStatus: 500 }),
    { breaks: should('refusal.no-5xx') },
  ),
  legal('refusals-without-body', 'Rejections are 401 without a body.', (parts) => {
    rejecting(parts, (reply) => reply.status(401).send())
  }),
  legal('refusals-in-html', 'Rejections are 401 with an HTML page.', (parts) => {
    rejecting(parts, (reply, _call, problem) =>
      reply
        .status(401)
        .type('text/html')
        .send(`<!doctype html><title>401</title><h1>${problem.message}</h1>`),
    )
  }),
  legal('refusals-in-plain-text', 'Rejections are 401 with one line of text.', (parts) => {
    rejecting(parts, (reply, _call, problem) => reply.status(401).type('text/plain').send(problem.message))
  }),
  legal('refusals-redirect-to-login', 'Rejections are redirects to the login page.', (parts) => {
    rejecting(parts, (reply, call) => {
      reply.header('location', `${parts.paths.webLogin}?next=${encodeURIComponent(call.target)}`)
      return reply.status(302).send()
    })
  }),
  legal('refusals-in-chinese', 'Rejections have 400, a code of their own and a Chinese message.', (parts) => {
    parts.choices.notAuthenticatedStatus = 400
    parts.answers.rejection = ({ kind }) => ({
      error: kind,
      code: 101101,
      msg: messages[kind],
      detail: messages[kind],
    })
  }),
  legal('refusals-have-code-of-challenge', 'Rejections have code 101, as challenges do.', (parts) => {
    parts.answers.rejection = ({ kind }) => ({ code: 101, msg: messages[kind] })
  }),
  legal('refusals-echo-request', 'A rejection repeats the request.', (parts) => {
    rejecting(parts, (reply, { method, target, rawHeaders, body }, { message }) =>
      reply.status(401).send({ error: message, request: { method, target, headers: rawHeaders, body } }),
    )
  }),
  legal('refusals-name-credential', 'A rejection repeats the scheme word and the credential.', (parts) => {
    rejecting(parts, (reply, call, { message }) => {
      const [scheme, credential] = headerValues(call, 'authorization').join().split(' ')
      return reply.status(401).send({ error: message, sent: { scheme, credential } })
    })
  }),
  legal(
    'refusals-in-array',
    'A rejection is an array of errors, as the list is one of users.',
    ({ answers }) => {
      answers.rejection = ({ kind, message }) => [{ status: '401', code: kind, title: message }]
    },
  ),
  legal('refusals-list-errors', 'A rejection has an array of error objects, and an empty list.', (parts) => {
    parts.answers.rejection = ({ kind, message }) => ({
      results: [],
      errors: [{ code: kind, title: message }],
    })
  }),
  legal('refusals-empty-list', 'Callers who may see no user get an empty list with 200.', (parts) => {
    rejecting(parts, (reply, call, problem) => {
      if (call.operation !== 'list') throw problem
      return reply.send([])
    })
  }),
  legal('refusals-token-null', 'A rejected login gets 200 and a token that is null or empty.', (parts) => {
    rejecting(parts, (_reply, call, { message }) => ({
      token: call.encoding === 'form' ? '' : null,
      msg: message,
    }))
  }),
  legal('refusals-carry-token', 'A rejection has a CSRF token in a field named token.', ({ answers }) => {
    answers.rejection = ({ message }) => ({ error: message, token: '5f0c1d7e9b3a48628f1e' })
  }),
  legal(
    'refusals-speak-of-roles',
    'A rejection contains words that are also in the records of users.',
    (parts) => {
      withRoles(parts)
      parts.answers.rejection = (_problem, call) => ({
        role: 'User',
        detail: call?.rawHeaders.some((name) => /^authorization$/i.test(name)) ? 'Administrator' : 'Guest',
        needed: 'Administrator',
      })
    },
  ),
  legal(
    'refusals-in-html-speak-of-roles',
    'The page of a rejection contains words that are also in the records of users.',
    (parts) => {
      withRoles(parts)
      rejecting(parts, (reply, call) => {
        const named = call.rawHeaders.some((name) => /^authorization$/i.test(name))
        const text = named ? 'Ask the Administrator. Only a User may see this.' : 'Nothing here.'
        return reply.status(401).type('text/html').send(`<h1>401</h1><p>${text}</p>`)
      })
    },
  ),
  legal(
    'refusals-tell-time',
    'A rejection contains the time, as the records of users say when each was last seen.',
    (parts) => {
      const now = () => new Date(Math.floor(parts.clock.now() / 1000) * 1000).toISOString()
      withFields(parts, () => ({ last_seen: now() }))
      parts.answers.rejection = ({ kind }) => ({ error: kind, time: now() })
    },
  ),
]

function withRoles(parts: Parts): void {
  withFields(parts, ({ username }) => ({
    role: username === 'dee' ? 'Administrator' : 'User',
    source: 'Local',
  }))
}
