import { expect, test } from 'vitest'
import { subjectEnvironment } from './subject-environment.ts'

const env = { PATH: '/bin', NODE_EXTRA_CA_CERTS: '/certificates.pem' }
const from = (kind: 'file' | 'bundled' | 'none') =>
  subjectEnvironment({ source: { kind, file: undefined, shown: '', folder: '' } }, env)

test('the bundled server is spared the extra certificates; a declared one gets the environment as it is', () => {
  expect(from('bundled')).toEqual({ PATH: '/bin' })
  expect(from('file')).toEqual(env)
  expect(env).toHaveProperty('NODE_EXTRA_CA_CERTS')
})
