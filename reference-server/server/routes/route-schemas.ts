import type { PathFamily } from '../../common/choices.ts'
import type { Parts } from '../parts.ts'
import { credentialFields, submissionFields, textSchema } from '../schemas.ts'

type Json = Record<string, unknown>

/** What a route accepts and answers: the framework's route schema, from which the reference page is generated. */
export interface RouteSchema {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  consumes?: string[]
  body?: Json
  response: Record<number, Json>
}

export const loginSchema = (parts: Parts, family: PathFamily): RouteSchema => ({
  operationId: `login-${family}`,
  tags: [tagOf(family)],
  summary: 'Log in with username and password',
  security: [],
  consumes: typesOf(parts.choices.loginEncodings[family]),
  body: textSchema(credentialFields, parts.choices.fieldLength),
  response: { ...rejections(parts, 400, 401, 415), ...loginAnswers(parts) },
})

export const secondStepSchema = (parts: Parts, family: PathFamily): RouteSchema => ({
  operationId: `second-step-${family}`,
  tags: [tagOf(family)],
  summary: 'Answer the challenge with the one-time code',
  security: [],
  consumes: typesOf(parts.choices.secondStepEncodings[family]),
  body: textSchema(submissionFields, parts.choices.fieldLength),
  response: { ...rejections(parts, 400, 401, 415), [parts.choices.loginStatus]: token },
})

export const listSchema = (parts: Parts, family: PathFamily): RouteSchema => ({
  operationId: `list-${family}`,
  tags: [tagOf(family)],
  summary: 'List the users',
  security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
  response: { ...rejections(parts, 401), 200: users(parts) },
})

const tagOf = (family: PathFamily) => (family === 'users-v1' ? 'older path family' : 'newer path family')

const typesOf = (encodings: readonly ('json' | 'form')[]) =>
  encodings.map((one) => (one === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'))

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

function loginAnswers({ choices: { loginStatus, challengeStatus } }: Parts): Record<number, Json> {
  if (loginStatus !== challengeStatus) return { [loginStatus]: token, [challengeStatus]: challenge }
  const description = `${String(token['description'])} ${String(challenge['description'])}`
  return { [loginStatus]: { description, oneOf: [token, challenge] } }
}

function users({ choices: { userFields, listField } }: Parts): Json {
  const user = object('A user.', Object.fromEntries(userFields.map((field) => [field, { type: 'string' }])))
  const list = { description: 'Every user.', type: 'array', items: user }
  return listField === undefined ? list : object('Every user.', { [listField]: list })
}

function rejections({ choices }: Parts, ...meant: (400 | 401 | 415)[]): Record<number, Json> {
  const { word, sentence } = choices.rejectionFields
  const fields = { [word]: text('Kind of the rejection.'), [sentence]: text('For people.') }
  const reasons = {
    400: [choices.malformedStatus, 'The body does not have the shape that is needed.'],
    401: [choices.notAuthenticatedStatus, 'The credentials are missing, invalid or expired.'],
    415: [choices.unsupportedEncodingStatus, 'The body is neither JSON nor a form.'],
  } as const
  return Object.fromEntries(meant.map((one) => [reasons[one][0], object(reasons[one][1], fields)]))
}

export const securitySchemes = {
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
