import { createPrivateKey } from 'node:crypto'
import { expect, test, type TestContext } from 'vitest'
import { authority, certificates } from '../../wire/testing/certificates.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { readDeclaration } from './declaration.ts'
import { declaredSecrets } from './declared-secrets.ts'
import { declaredParts } from './declared-parts.ts'
import { DeclarationError } from '../subject-error.ts'

const { local, other } = certificates
const encrypted = createPrivateKey(other.key)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
  .toString()
const files = {
  'client.pem': `${other.cert}\n${authority}\n`,
  'client.key': other.key,
  'other.key': local.key,
  'encrypted.key': encrypted,
  'notes.txt': 'no key at all',
}

const read = (context: TestContext, tls: object, env: NodeJS.ProcessEnv = {}) => {
  const cwd = createFreshFolder(context, {
    ...files,
    'conformance.json': JSON.stringify({ baseUrl: 'https://127.0.0.1:1', tls }),
  })
  return readDeclaration('conformance.json', { env, cwd })
}

test('a client certificate and its key come from files, or from variables that hold them', (context) => {
  const fromFiles = read(context, { cert: 'client.pem', key: 'client.key' })
  const tls = { cert: '${CERT}', key: '${KEY}' }
  const fromVariables = read(context, tls, { CERT: other.cert, KEY: other.key })
  const fromSecretFile = read(context, { cert: 'client.pem', key: { file: 'client.key' } })

  for (const { tls } of [fromFiles, fromVariables, fromSecretFile]) expect(tls.key?.trim()).toBe(other.key)
  expect(fromFiles.tls.cert).toBe(files['client.pem'])
  expect(declaredParts(fromFiles)).toContain('tls.cert')
})

test('the key is a secret of the run, and what stands around every key is none', (context) => {
  const labelled = declaredSecrets(read(context, { cert: 'client.pem', key: 'client.key' }))
  const key = labelled.find(({ label }) => label === 'tls.key')?.value
  expect(key).toMatch(/^[\w+/=]{100,}$/)
  expect(other.key.replaceAll('\n', '')).toContain(key)
})

test.for([
  ['no key', { cert: 'client.pem' }, /tls\.key: is missing, but tls\.cert is there: name the PEM file/],
  ['no certificate', { key: 'client.key' }, /tls\.cert: is missing, but tls\.key is there/],
  [
    'a file that is not there',
    { cert: 'none.pem', key: 'client.key' },
    /tls\.cert: names none\.pem, .*\(ENOENT\)/,
  ],
  [
    'a key that is not there',
    { cert: 'client.pem', key: 'none.key' },
    /tls\.key: names a file, .*\(ENOENT\); correct/,
  ],
  ['the key of another', { cert: 'client.pem', key: 'other.key' }, /tls\.key: is not the key of tls\.cert/],
  [
    'an encrypted key',
    { cert: 'client.pem', key: 'encrypted.key' },
    /tls\.key: is encrypted; decrypt it with "openssl/,
  ],
  [
    'no key in the file',
    { cert: 'client.pem', key: 'notes.txt' },
    /tls\.key: contains no private key in PEM form/,
  ],
  [
    'no certificate in the file',
    { cert: 'notes.txt', key: 'client.key' },
    /tls\.cert: contains no certificate in PEM/,
  ],
] as const)('%s is told by field, with what to do, and quotes no key', ([, tls, message], context) => {
  const told = () => read(context, tls)
  expect(told).toThrow(DeclarationError)
  expect(told).toThrow(message)
  expect(told).not.toThrow(/MIG|none\.key/)
})
