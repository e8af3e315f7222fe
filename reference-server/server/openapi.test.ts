import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { createClient } from '../testing/client.ts'
import { startServer } from '../start/server.ts'
import { createControlOpenApi } from '../desk/control/control-openapi.ts'
import { controlRoutes } from '../desk/control/control-routes.ts'

async function api(variations: string[] = []): Promise<Record<string, unknown>> {
  await using server = await startServer({ fastHash: true, debug: true, variations })
  const { get } = createClient(server)
  const base = new URL(server.url).pathname.replace(/\/$/, '')
  return (await get(`${base}/api/docs/openapi.json`)).json as Record<string, unknown>
}

test.each([
  ['the API', () => api()],
  ['the API below a path', () => api(['path-prefix'])],
  ['the control port', () => createControlOpenApi(controlRoutes, '2.10.0', false)],
  ['the control port with a token', () => createControlOpenApi(controlRoutes, '2.10.0', true)],
])('the description of %s is OpenAPI 3.1 by its schema', async (_name, describe) => {
  const validator = new Validator()
  expect(await validator.validate(await describe())).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the check finds a description that is not OpenAPI 3.1', async () => {
  const { info: _, ...rest } = await api()
  expect((await new Validator().validate(rest)).valid).toBe(false)
})
