import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { createOpenApi } from './openapi.ts'
import { createParts } from './parts.ts'
import { createControlOpenApi } from '../desk/control/control-openapi.ts'
import { controlRoutes } from '../desk/control/control-routes.ts'

const api = () => createOpenApi(createParts({ fastHash: true }))

test.each([
  ['the API', api],
  ['the control port', () => createControlOpenApi(controlRoutes, '2.10.0', false)],
  ['the control port with a token', () => createControlOpenApi(controlRoutes, '2.10.0', true)],
])('the description of %s is OpenAPI 3.1 by its schema', async (_name, describe) => {
  const validator = new Validator()
  expect(await validator.validate(describe())).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('what is none is found', async () => {
  const { info: _, ...rest } = api()
  expect((await new Validator().validate(rest)).valid).toBe(false)
})
