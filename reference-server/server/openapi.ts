import type { PathFamily } from './choices.ts'
import type { Parts } from './parts.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 description of exactly the routes that these parts serve. */
export function createOpenApi({ choices, mode, paths }: Parts): Json {
  const operations: Json = {}
  for (const family of choices.pathFamilies) {
    operations[paths.login[family]] = { post: login(family, choices.loginStatus, choices.challengeStatus) }
    operations[paths.secondStep[family]] = { post: secondStep(family, choices.loginStatus) }
    operations[paths.list[family]] = { get: list(family) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Authentication and user list',
      version: mode.serverVersion,
      description:
        'Four ways in: a token that is good for one hour, a permanent private token, a session cookie, and signed requests.',
    },
    servers: [{ url: choices.basePath || '/' }],
    paths: operations,
    components: { schemas, responses, securitySchemes },
  }
}

const title = (family: PathFamily) => (family === 'users-v1' ? 'older path family' : 'newer path family')
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json) => ({ 'application/json': { schema } })
const bothEncodings = (schema: Json) => ({
  required: true,
  content: { ...json(schema), 'application/x-www-form-urlencoded': { schema } },
})

/** Answers by status; two for one status are alternatives. */
function answers(...entries: [status: number, description: string, schema: Json][]): Json {
  const byStatus: Record<string, { description: string; content: Json }> = {}
  for (const [status, description, schema] of entries) {
    const other = byStatus[status]
    byStatus[status] = {
      description: other ? `${other.description} Or: ${description}` : description,
      content: json(other ? { oneOf: [ref('Token'), schema] } : schema),
    }
  }
  const refusals = { 400: 'Malformed', 401: 'NotAuthenticated', 415: 'UnsupportedEncoding' }
  for (const [status, name] of Object.entries(refusals))
    byStatus[status] ??= { $ref: `#/components/responses/${name}` } as never
  return byStatus
}

const login = (family: PathFamily, status: number, challengeStatus: number): Json => ({
  operationId: `login-${family}`,
  tags: [title(family)],
  summary: 'Log in with user name and password',
  requestBody: bothEncodings(ref('Credentials')),
  security: [],
  responses: answers(
    [status, 'A token, where the account has no second factor.', ref('Token')],
    [challengeStatus, 'A challenge, where it has one.', ref('Challenge')],
  ),
})

const secondStep = (family: PathFamily, status: number): Json => ({
  operationId: `second-step-${family}`,
  tags: [title(family)],
  summary: 'Answer the challenge with the one-time code',
  requestBody: bothEncodings(ref('Submission')),
  security: [],
  responses: answers([status, 'A token.', ref('Token')]),
})

const list = (family: PathFamily): Json => ({
  operationId: `list-${family}`,
  tags: [title(family)],
  summary: 'List the users',
  security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
  responses: {
    200: { description: 'Every user.', content: json({ type: 'array', items: ref('User') }) },
    401: { $ref: '#/components/responses/NotAuthenticated' },
  },
})

const text = (description: string): Json => ({ type: 'string', description })
const object = (properties: Json): Json => ({ type: 'object', required: Object.keys(properties), properties })

const schemas = {
  Credentials: object({ username: text('Account name.'), password: text('Account password.') }),
  Token: object({ token: text('Good for one hour, as Authorization: Bearer.') }),
  Challenge: object({
    code: { type: 'integer', const: 101 },
    msg: text('What to do next, for people.'),
    otp_url: text('Path of the second step.'),
    seed: text('To be sent back with the one-time code; it buys one token.'),
  }),
  Submission: object({ seed: text('From the challenge.'), otp_code: text('The one-time code of now.') }),
  User: object({
    id: { type: 'string', format: 'uuid' },
    username: text('Account name.'),
    name: text('For people.'),
    email: text('May be empty.'),
  }),
  Problem: object({ error: text('Kind of the refusal.'), msg: text('For people.') }),
}

const responses = {
  Malformed: { description: 'The body has not the shape that is needed.', content: json(ref('Problem')) },
  NotAuthenticated: {
    description: 'The credentials are missing, wrong or void.',
    content: json(ref('Problem')),
  },
  UnsupportedEncoding: { description: 'The body is neither JSON nor a form.', content: json(ref('Problem')) },
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'The token of a login.' },
  privateToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The word Token, a space, and the private token that an operator made.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'Signature keyId="…",algorithm="hmac-sha256",headers="(request-target) accept date",signature="…" (draft-cavage-http-signatures). In debug mode a refusal has an explanation: rule, detail, signing string.',
  },
  session: { type: 'apiKey', in: 'cookie', name: 'sessionid', description: 'Set by the web login.' },
}
