import swagger from '@fastify/swagger'
import fastify from 'fastify'
import type { Parts } from '../parts.ts'
import { addLogin } from './login.ts'
import { securitySchemes } from './route-schemas.ts'
import { addSecondStep } from './second-step.ts'
import { addUsers } from './users.ts'

/**
 * Returns the OpenAPI 3.1 description of these routes, from their schemas. Built in a separate application, so that the
 * start of a server doesn't wait for it.
 */
export async function describeApi(parts: Parts): Promise<object> {
  const { choices, mode } = parts
  const app = fastify({ exposeHeadRoutes: false })
  // This application receives no requests, so nothing needs compiling.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Authentication and user list',
        version: mode.serverVersion,
        description:
          'Four authentication methods: a token that is valid for one hour, a permanent private token, a session cookie, and signed requests.',
      },
      servers: [{ url: choices.basePath || '/' }],
      components: { securitySchemes },
    },
  })
  addLogin(app, parts)
  addSecondStep(app, parts)
  addUsers(app, parts)
  await app.ready()
  return app.swagger()
}
