import type { Choices, Encoding, PathFamily } from '../../common/choices.ts'
import type { Parts } from '../parts.ts'
import { credentialFields, submissionFields, textSchema } from '../schemas.ts'

type Json = Record<string, unknown>

/** Returns the OpenAPI 3.1 description of the API. */
export function describeApi({ choices, mode, paths }: Parts): object {
  const operations = [
    { at: paths.login, method: 'post', describe: login },
    { at: paths.secondStep, method: 'post', describe: secondStep },
    { at: paths.list, method: 'get', describe: list },
  ]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Authentication and user list',
      version: mode.serverVersion,
      description:
        'Four authentication methods: a token that is valid for one hour, a permanent private token, a session cookie, and signed requests.',
    },
    components: { securitySchemes, schemas: {} },
    paths: Object.fromEntries(
      operations.flatMap(({ at, method, describe }) =>
        choices.pathFamilies.map((family) => [at[family], { [method]: describe(choices, family) }]),
      ),
    ),
    servers: [{ url: choices.basePath || '/' }],
  }
}

const login = (choices: Choices, family: PathFamily) => ({
  operationId: `login-${family}`,
  summary: 'Log in with username and password',
  tags: [tagOf(family)],
  requestBody: bodyOf(choices, credentialFields, choices.loginEncodings[family]),
  security: [],
  responses: answers({ ...rejections(choices, 400, 401, 415), ...loginAnswers(choices) }),
})

const secondStep = (choices: Choices, family: PathFamily) => ({
  operationId: `second-step-${family}`,
  summary: 'Answer the challenge with the one-time code',
  tags: [tagOf(family)],
  requestBody: bodyOf(choices, submissionFields, choices.secondStepEncodings[family]),
  security: [],
  responses: answers({ ...rejections(choices, 400, 401, 415), [choices.loginStatus]: token }),
})

const list = (choices: Choices, family: PathFamily) => ({
  operationId: `list-${family}`,
  summary: 'List the users',
  tags: [tagOf(family)],
  security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
  responses: answers({ ...rejections(choices, 401), 200: users(choices) }),
})

const tagOf = (family: PathFamily) => (family === 'users-v1' ? 'older path family' : 'newer path family')

function bodyOf({ fieldLength }: Choices, fields: Record<string, string>, encodings: readonly Encoding[]) {
  const schema = textSchema(fields, fieldLength)
  const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' }
  return { required: true, content: Object.fromEntries(encodings.map((one) => [types[one], { schema }])) }
}

const answers = (schemas: Record<number, Json>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([status, schema]) => [
      status,
      { description: schema['description'], content: { 'application/json': { schema } } },
    ]),
  )

const text = (description: string): Json => ({ type: 'string', description })
const object = (description: string, properties: Json): Json => ({
  description,
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const token = object('A token, if the account has no second factor.', {
  token: text('Valid for one hour, as Authorization: Bearer.'),
})
const challenge = object('A challenge, if it has one.', {
  code: { type: 'integer', enum: [101] },
  msg: text('What to do next, for people.'),
  otp_url: text('Path of the second step.'),
  seed: text('To be sent back with the one-time code; it buys one token.'),
})

function loginAnswers({ loginStatus, challengeStatus }: Choices): Record<number, Json> {
  if (loginStatus !== challengeStatus) return { [loginStatus]: token, [challengeStatus]: challenge }
  const description = `${String(token['description'])} ${String(challenge['description'])}`
  return { [loginStatus]: { description, oneOf: [token, challenge] } }
}

function users({ userFields, listField }: Choices): Json {
  const user = object('A user.', Object.fromEntries(userFields.map((field) => [field, { type: 'string' }])))
  const list = { description: 'Every user.', type: 'array', items: user }
  return listField === undefined ? list : object('Every user.', { [listField]: list })
}

function rejections(choices: Choices, ...meant: (400 | 401 | 415)[]): Record<number, Json> {
  const { word, sentence } = choices.rejectionFields
  const fields = { [word]: text('Kind of the rejection.'), [sentence]: text('For people.') }
  const reasons = {
    400: [choices.malformedStatus, 'The body does not have the shape that is needed.'],
    401: [choices.notAuthenticatedStatus, 'The credentials are missing, invalid or expired.'],
    415: [choices.unsupportedEncodingStatus, 'The body is neither JSON nor a form.'],
  } as const
  return Object.fromEntries(meant.map((one) => [reasons[one][0], object(reasons[one][1], fields)]))
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
      'Signature keyId="…",algorithm="hmac-sha256",headers="(request-target) accept date",signature="…" (draft-cavage-http-signatures). In debug mode a rejection is explained: rule, detail, signing string. On the reference page, enter keyId:keySecret: it signs the request and shows the curl command that sends it.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sessionid',
    description: 'Set by the web login. A browser sends it by itself.',
  },
} as const
