import { z } from 'zod'
import { declarationSchema } from './declaration-schema.ts'

/** Returns the JSON Schema of a declaration as written (draft 2020-12), for editors and for suggestions. */
export function declarationJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(declarationSchema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.secret !== true) return
      const { secret: _, description, ...plain } = jsonSchema
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      if (description !== undefined) jsonSchema.description = description
      jsonSchema.anyOf = [plain as z.core.JSONSchema.BaseSchema, fromFile()]
    },
  })
  return { ...schema, title: 'conformance.yaml', $id: undefined }
}

const fromFile = (): z.core.JSONSchema.BaseSchema => ({
  type: 'object',
  properties: {
    file: { type: 'string', description: 'File that contains the value, next to the declaration.' },
  },
  required: ['file'],
  additionalProperties: false,
})
