import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance } from 'fastify'
import { rejectionBody } from './answers.ts'
import { addAnswerHead } from './front/answer-head.ts'
import { answerEveryConnection, rejectConnection } from './front/connections.ts'
import { addFront, type FrontOptions } from './front/front.ts'
import { commonSettings, demandOneHost, rejectUnknown } from './front/both-apps.ts'
import type { Parts } from './parts.ts'
import { Problem, type ProblemKind } from './problems.ts'
import { addLogin } from './routes/login.ts'
import { addSecondStep } from './routes/second-step.ts'
import { addUsers } from './routes/users.ts'
import { addWebLogin } from './routes/web-login.ts'
import type { ServerOptions } from './server-options.ts'

export type AppOptions = FrontOptions & Pick<ServerOptions, 'tls' | 'log'>

/** Creates the HTTP application over the parts, not yet listening. */
export async function createApp(parts: Parts, options: AppOptions = {}): Promise<FastifyInstance> {
  const { choices } = parts
  const http = {
    maxHeaderSize: choices.headerLimitBytes,
    headersTimeout: choices.requestTimeoutSeconds * 1000,
    // How often, in milliseconds, Node looks for requests that take too long.
    connectionsCheckingInterval: 1000,
  }
  const settings = {
    bodyLimit: choices.bodyLimitBytes,
    requestTimeout: choices.requestTimeoutSeconds * 1000,
    keepAliveTimeout: choices.keepAliveSeconds * 1000,
    clientErrorHandler: rejectConnection,
    ...commonSettings(() => app),
  }
  const app: FastifyInstance = options.tls
    ? (fastify({ ...settings, https: { ...http, ...options.tls } }) as unknown as FastifyInstance)
    : fastify({ ...settings, http })
  answerEveryConnection(app.server)
  app.removeContentTypeParser('text/plain')
  await app.register(formbody)
  app.decorateRequest('call', undefined)
  addAnswerHead(app, parts)
  if (options.log) {
    const { addLog, createLog } = await import('./front/log.ts')
    addLog(app, createLog(options.log))
  }
  demandOneHost(app)
  await addFront(app, parts, options)
  addErrors(app, parts)
  for (const extend of parts.extensions) extend(app, parts)
  addLogin(app, parts)
  addSecondStep(app, parts)
  addUsers(app, parts)
  addWebLogin(app, parts)
  if (parts.mode.debug) (await import('./routes/reference-page.ts')).addReferencePage(app, parts)
  return app
}

/** A hint for people who open the address that the server prints first. */
const whereToGo = ({ choices, paths }: Parts): string => {
  const family = choices.pathFamilies[0] ?? 'v1'
  return `there is no page here; log in with POST ${paths.login[family]}, or at ${paths.webLogin}`
}

function addErrors(app: FastifyInstance, parts: Parts): void {
  const { choices, answers } = parts
  const statusOf: Record<ProblemKind, () => number> = {
    'not-authenticated': () => choices.notAuthenticatedStatus,
    malformed: () => choices.malformedStatus,
    'unsupported-encoding': () => choices.unsupportedEncodingStatus,
    forbidden: () => choices.forbiddenStatus,
  }
  const body = (word: string, sentence: string) => rejectionBody(choices, word, sentence)
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Problem) {
      reply.status(statusOf[error.kind]())
      if (reply.statusCode === 401 && choices.wwwAuthenticate)
        reply.header('www-authenticate', choices.wwwAuthenticate)
      return reply.send(answers.rejection(error, request.call))
    }
    // The framework's own rejections: invalid JSON, an unknown content type, a body that is too long.
    const status = error.statusCode ?? 500
    if (status === 429) return reply.status(429).send(body('rate-limited', error.message))
    // The framework closes the connection when it rejects a body. Whatever still arrives then, of the body or of the next
    // request, resets the connection, and the answer may be lost. So the connection stays open, and Node reads the rest.
    if (status < 500) {
      reply.removeHeader('connection')
      return reply.status(status).send(body('malformed', error.message))
    }
    return reply.status(500).send(body('internal', 'the server is at fault'))
  })
  // The rate limit's hook covers routes only; requests without a route must count too.
  const counted = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {}
  rejectUnknown(app, counted, (path) => (path === '/' ? whereToGo(parts) : 'there is nothing here'), body)
}
