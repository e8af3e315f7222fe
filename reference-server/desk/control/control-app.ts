import fastify, { type FastifyInstance } from 'fastify'
import { securityHeaders } from '../../server/front/answer-head.ts'
import { commonSettings, demandOneHost, rejectUnknown } from '../../server/front/both-apps.ts'
import { addControlPage } from './control-page.ts'
import { createControlOpenApi } from './control-openapi.ts'
import { type Control, ControlProblem, type ControlRequest } from './control-route.ts'
import { controlRoutes } from './control-routes.ts'
import { addGuard, type GuardOptions } from './guard.ts'
import { validatorOf } from './validators.ts'

const prefix = '/control'

/** Creates the application of the control port, not yet listening. It serves JSON, and one page for people. */
export async function createControlApp(control: Control, options: GuardOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    bodyLimit: 256 * 1024,
    ...commonSettings(() => app),
    // A username has up to 100 characters, each of which takes up to twelve when escaped.
    routerOptions: { maxParamLength: 1200 },
  })
  app.setValidatorCompiler(validatorOf)
  app.removeContentTypeParser('text/plain')
  addErrors(app)
  addGuard(app, options)
  demandOneHost(app)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of securityHeaders) if (!reply.hasHeader(name)) reply.header(name, value)
    done()
  })
  for (const { method, path, body, query, open, handle } of controlRoutes) {
    app.route({
      method,
      url: prefix + path.replace(/\{(\w+)\}/g, ':$1'),
      config: { open: open ?? false },
      schema: {
        ...(body ? { body } : {}),
        ...(query ? { querystring: query } : {}),
      },
      handler: async (request) =>
        handle(control, {
          params: request.params as ControlRequest['params'],
          query: request.query as ControlRequest['query'],
          body: (request.body ?? {}) as ControlRequest['body'],
        }),
    })
  }
  const { serverVersion } = control.composition.parts.mode
  const description = createControlOpenApi(controlRoutes, serverVersion, options.token !== undefined)
  app.get(`${prefix}/openapi.json`, { config: { open: true } }, () => description)
  addControlPage(app, prefix)
  return app
}

function addErrors(app: FastifyInstance): void {
  const body = (error: string, msg: string) => ({ error, msg })
  app.setErrorHandler((error: Error & { statusCode?: number; validation?: unknown }, _request, reply) => {
    if (error instanceof ControlProblem)
      return reply.status(error.status).send(body(error.kind, error.message))
    const status = error.statusCode ?? 500
    if (status < 500) return reply.status(status).send(body('malformed', error.message))
    return reply.status(500).send(body('internal', 'the control port is at fault'))
  })
  const settings = { preValidation: (_request: unknown, _reply: unknown, done: () => void) => done() }
  rejectUnknown(app, settings, () => `see ${prefix}/openapi.json for what there is`, body)
}
