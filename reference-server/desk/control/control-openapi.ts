import { type ControlRoute, object, text, type Schema } from './control-route.ts'

/** Returns the OpenAPI 3.1 description of these routes. `secured`: a token is required. */
export function createControlOpenApi(
  routes: readonly ControlRoute[],
  serverVersion: string,
  secured: boolean,
): Schema {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const route of routes)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, secured)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control port of the reference server',
      version: serverVersion,
      description:
        'For tests and development: clock, accounts, codes, expiry, journal, defects. Never for production.',
    },
    servers: [{ url: '/control' }],
    paths,
    components: {
      schemas: { Problem: object({ error: text('Kind of the problem.'), msg: text('What to do instead.') }) },
      ...(secured ? { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } : {}),
    },
  }
}

function operation(
  { operationId, summary, path, query, body, answer, rejections, open }: ControlRoute,
  secured: boolean,
) {
  const problems: Record<string, string> = {
    400: 'The request is malformed.',
    ...(secured && !open ? { 401: 'The token is missing or wrong.' } : {}),
    403: 'The Host or the Origin is not one of this port.',
    ...(body ? { 413: 'The body is too long.', 415: 'The body is not application/json.' } : {}),
    ...rejections,
  }
  return {
    operationId,
    summary,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
        parameter(name ?? '', 'path', { type: 'string' }),
      ),
      ...Object.entries((query?.['properties'] ?? {}) as Record<string, Schema>).map(([name, schema]) =>
        parameter(name, 'query', schema),
      ),
    ],
    ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
    ...(secured ? { security: open ? [] : [{ token: [] }] } : {}),
    responses: {
      200: { description: 'Done.', content: json(answer) },
      ...Object.fromEntries(
        Object.entries(problems).map(([status, description]) => [
          status,
          { description, content: json({ $ref: '#/components/schemas/Problem' }) },
        ]),
      ),
    },
  }
}

const json = (schema: Schema) => ({ 'application/json': { schema } })

const parameter = (name: string, place: 'path' | 'query', { description, ...schema }: Schema) => ({
  name,
  in: place,
  required: place === 'path',
  ...(description === undefined ? {} : { description }),
  schema,
})
