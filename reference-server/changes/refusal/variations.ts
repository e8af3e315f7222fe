import { withFields } from '../users/variations.ts'
import { should } from '../shared/breach.ts'
import { headerValues } from '../../common/call.ts'
import { choose, type Variation, wrap } from '../change.ts'
import type { Parts } from '../../server/parts.ts'
import { legal, rejecting, rejectingRequests } from '../legal.ts'

const messages = {
  'not-authenticated': '用户名或密码错误，或凭证已失效',
  malformed: '请求格式不正确',
  'unsupported-encoding': '不支持的媒体类型',
  forbidden: '没有权限',
}

/** The form of rejections. */
export const refusalVariations: Record<string, Variation> = {
  'refusals-answer-200': legal(
    'Rejections have the status 200, with the error in the body.',
    choose({ notAuthenticatedStatus: 200, malformedStatus: 200 }),
  ),
  'void-token-answers-200': legal('An expired token gets 200 and a list of errors.', (parts) => {
    rejecting(parts, (reply, { rawHeaders }, problem) => {
      const text = rawHeaders.map((field) => /^Bearer (.*)/i.exec(field)?.[1]).find((found) => found)
      if (text === undefined || !parts.tokens.find(text)) throw problem
      return reply.status(200).send({ errors: [{ code: 'AUTH-401', message: 'Your token has expired' }] })
    })
  }),
  'refusals-answer-204': legal('Rejections are 204 without a body.', (parts) => {
    rejecting(parts, (reply) => reply.status(204).send())
  }),
  'refusals-answer-400': legal(
    'Every rejection is a 400.',
    choose({ notAuthenticatedStatus: 400, unsupportedEncodingStatus: 400 }),
  ),
  'refusals-answer-403': legal(
    'Rejections are 403 and name no scheme.',
    choose({ notAuthenticatedStatus: 403, wwwAuthenticate: undefined }),
  ),
  'refusals-answer-404': legal(
    'Callers who may not see the list are told that it does not exist.',
    (parts) => {
      rejecting(parts, (reply) => reply.callNotFound())
    },
  ),
  'refusals-answer-418': legal(
    'Rejections have an unusual status.',
    choose({ notAuthenticatedStatus: 418, malformedStatus: 418 }),
  ),
  'refusals-answer-500': legal(
    'Every rejection is a server error.',
    choose({ notAuthenticatedStatus: 500, malformedStatus: 500 }),
    { breaks: should('refusal.no-5xx') },
  ),
  'refusals-without-body': legal('Rejections are 401 without a body.', (parts) => {
    rejecting(parts, (reply) => reply.status(401).send())
  }),
  'refusals-in-html': legal('Rejections are 401 with an HTML page.', (parts) => {
    rejecting(parts, (reply, _call, problem) =>
      reply
        .status(401)
        .type('text/html')
        .send(`<!doctype html><title>401</title><h1>${problem.message}</h1>`),
    )
  }),
  'refusals-in-plain-text': legal('Rejections are 401 with one line of text.', (parts) => {
    rejecting(parts, (reply, _call, problem) => reply.status(401).type('text/plain').send(problem.message))
  }),
  'refusals-redirect-to-login': legal('Rejections are redirects to the login page.', (parts) => {
    rejecting(parts, (reply, call) => {
      reply.header('location', `${parts.paths.webLogin}?next=${encodeURIComponent(call.target)}`)
      return reply.status(302).send()
    })
  }),
  'refusals-in-chinese': legal('Rejections have 400, a code of their own and a Chinese message.', (parts) => {
    parts.choices.notAuthenticatedStatus = 400
    parts.answers.rejection = ({ kind }) => ({
      error: kind,
      code: 101101,
      msg: messages[kind],
      detail: messages[kind],
    })
  }),
  'refusals-have-code-of-challenge': legal('Rejections have code 101, as challenges do.', (parts) => {
    parts.answers.rejection = ({ kind }) => ({ code: 101, msg: messages[kind] })
  }),
  'refusals-echo-request': legal('A rejection repeats the request.', (parts) => {
    rejecting(parts, (reply, { method, target, rawHeaders, body }, { message }) =>
      reply.status(401).send({ error: message, request: { method, target, headers: rawHeaders, body } }),
    )
  }),
  'refusals-name-credential': legal('A rejection repeats the scheme word and the credential.', (parts) => {
    rejecting(parts, (reply, call, { message }) => {
      const [scheme, credential] = headerValues(call, 'authorization').join().split(' ')
      return reply.status(401).send({ error: message, sent: { scheme, credential } })
    })
  }),
  'refusals-in-array': legal(
    'A rejection is an array of errors, as the list is one of users.',
    ({ answers }) => {
      answers.rejection = ({ kind, message }) => [{ status: '401', code: kind, title: message }]
    },
  ),
  'refusals-list-errors': legal('A rejection has an array of error objects, and an empty list.', (parts) => {
    parts.answers.rejection = ({ kind, message }) => ({
      results: [],
      errors: [{ code: kind, title: message }],
    })
  }),
  'refusals-empty-list': legal('Callers who may see no user get an empty list with 200.', (parts) => {
    rejecting(parts, (reply, call, problem) => {
      if (call.operation !== 'list') throw problem
      return reply.send([])
    })
  }),
  'refusals-token-null': legal('A rejected login gets 200 and a token that is null or empty.', (parts) => {
    rejecting(parts, (_reply, call, { message }) => ({
      token: call.encoding === 'form' ? '' : null,
      msg: message,
    }))
  }),
  'refusals-carry-token': legal('A rejection has a CSRF token in a field named token.', ({ answers }) => {
    answers.rejection = ({ message }) => ({ error: message, token: '5f0c1d7e9b3a48628f1e' })
  }),
  'refusals-of-credentials-name-contact': legal(
    'The rejection of a credential has the address of the user to ask.',
    ({ accounts, answers }) => {
      wrap(answers, 'rejection', (rejection) => (problem, call) => {
        const names = call?.rawHeaders.map((name) => name.toLowerCase()) ?? []
        const isAnonymous = !names.includes('authorization') && !names.includes('cookie')
        const body = rejection(problem, call)
        return isAnonymous ? body : { ...(body as object), contact: accounts.find('dee', call)?.email }
      })
    },
  ),
  'refusals-speak-of-roles': legal(
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
  'refusals-in-html-speak-of-roles': legal(
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
  'long-header-fields-answer-431': legal(
    'A request with a header field of more than 1000 characters is rejected before anything else looks at it.',
    rejectingRequests(431, 'too long', ({ raw }) => raw.rawHeaders.some((text) => text.length > 1000)),
  ),
  'refusals-tell-time': legal(
    'A rejection contains the time, as the records of users say when each was last seen.',
    (parts) => {
      const now = () => new Date(Math.floor(parts.clock.now() / 1000) * 1000).toISOString()
      withFields(parts, () => ({ last_seen: now() }))
      parts.answers.rejection = ({ kind }) => ({ error: kind, time: now() })
    },
  ),
  'refusals-tell-seconds': legal(
    'A rejection contains the seconds since 1970 as text, as does the record of each user who was seen.',
    (parts) => {
      const now = () => String(Math.floor(parts.clock.now() / 1000))
      const last = new Map<string, string>()
      wrap(parts, 'authenticate', (authenticate) => async (call) => {
        const account = await authenticate(call)
        if (account) last.set(account.username, now())
        return account
      })
      withFields(parts, ({ username }) => ({ last_seen: last.get(username) ?? null }))
      parts.answers.rejection = ({ kind }) => ({ error: kind, at: now() })
    },
  ),
}

function withRoles(parts: Parts): void {
  withFields(parts, ({ username }) => ({
    role: username === 'dee' ? 'Administrator' : 'User',
    source: 'Local',
  }))
}
