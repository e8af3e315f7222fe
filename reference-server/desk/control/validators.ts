import ajvCompiler from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler } from 'fastify'

const compile = ajvCompiler()(
  {},
  { customOptions: { coerceTypes: false, removeAdditional: false, strict: false } },
)
const validators = new WeakMap<object, ReturnType<typeof compile>>()

/**
 * Compiling the schemas of all routes takes a tenth of a second, so a process does it once, however many servers it has.
 */
export const validatorOf: FastifySchemaCompiler<object> = ({ schema }) => {
  const known = validators.get(schema) ?? compile({ schema })
  validators.set(schema, known)
  return known
}
