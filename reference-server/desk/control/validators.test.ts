import { expect, test } from 'vitest'
import { validatorOf } from './validators.ts'

test('a schema is compiled once, however many servers use it', () => {
  const schema = { type: 'object', required: ['seconds'] }
  const compile = () => validatorOf({ schema, method: 'POST', url: '/', httpPart: 'body' })
  const validate = compile()
  expect(compile()).toBe(validate)
  expect([validate({ seconds: 1 }), validate({})]).toEqual([true, false])
})
