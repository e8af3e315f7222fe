import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { readDeclaration } from '../declaration/declaration.ts'
import { readWhole } from './read-utf8.ts'

const secretOf = (file: string) => `accounts: { plain: { username: ada, password: { file: ${file} } } }`

/** Reads a declaration with this line, next to a file `long` of more than 64 KiB and a named pipe. */
function reading(context: TestContext, line: string, path?: string) {
  const yaml = `baseUrl: http://h\n${line}\n`
  const cwd = createFreshFolder(context, { 'conformance.yaml': yaml, long: 'x'.repeat(64 * 1024 + 1) })
  execFileSync('mkfifo', [join(cwd, 'pipe')])
  return () => readDeclaration(path, { env: {}, cwd })
}

test('a file is read whole if it is as long as it may be', (context) => {
  const file = join(createFreshFolder(context, { file: 'x'.repeat(3000) }), 'file')
  expect(readWhole(file, 3000)).toHaveLength(3000)
  expect(() => readWhole(file, 2999)).toThrow('it is larger than')
})

test.for([
  ['long', '(larger than 64 KiB)'],
  ['pipe', '(it is a pipe)'],
] as const)('a secret in a file that is %s is rejected', ([file, reason], context) => {
  const message = `accounts.plain.password: takes the file ${file}, which cannot be read ${reason}; fix its path`
  expect(reading(context, secretOf(file))).toThrow(message)
})

test.skipIf(!existsSync('/dev/zero')).for([
  [secretOf('/dev/zero'), 'accounts.plain.password: takes the file /dev/zero'],
  ['tls: { ca: /dev/zero }', 'tls.ca: names /dev/zero, which cannot be read (larger than 1 MiB)'],
  ['tls: { cert: /dev/zero, key: k }', 'tls.cert: names /dev/zero, which cannot be read (larger than 1 MiB)'],
])('a file without an end is not read to one: %s', ([line = '', message = ''], context) => {
  expect(reading(context, line)).toThrow(message)
})

test.skipIf(!existsSync('/dev/zero'))('nor is a declaration', (context) => {
  expect(reading(context, '', '/dev/zero')).toThrow('/dev/zero: is larger than 1 MiB; is it a declaration?')
})
