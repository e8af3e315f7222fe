import { expect, test, type TestContext } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { readDeclaration } from './declaration.ts'
import { subjectEnvironment } from '../commands/subject-environment.ts'
import { UsageError } from '../subject-error.ts'

const yaml = `baseUrl: http://127.0.0.1:1
accounts: { plain: { username: ada, password: '\${ADA_PASSWORD}' } }
headers: { X-Org: '\${ORG}' }
`
const read = (
  context: TestContext,
  files: Record<string, string | Uint8Array>,
  { env = {}, envFile }: { env?: NodeJS.ProcessEnv; envFile?: string } = {},
) => {
  const cwd = createFreshFolder(context, { 'sub/conformance.yaml': yaml, ...files })
  const declaration = readDeclaration('sub/conformance.yaml', { env: { ORG: 'one', ...env }, cwd, envFile })
  const { plain } = declaration.accounts
  return { declaration, password: plain && plain.password }
}
const dotEnv = { 'sub/.env': '# accounts\nexport ADA_PASSWORD="from .env #1"\n' }

test('.env next to the declaration gives variables; commands get them, and a header from one is a secret', (context) => {
  const { declaration, password } = read(context, { 'sub/.env': 'ADA_PASSWORD=from-env-file\r\nORG=two\n' })

  expect(password).toBe('from-env-file')
  expect(declaration.headers).toEqual({ 'X-Org': 'one' })
  expect(declaration.filledHeaders).toEqual(['X-Org'])
  const given = subjectEnvironment(declaration, { PATH: '/bin', ORG: 'one' })
  expect(given).toEqual({ PATH: '/bin', ORG: 'one', ADA_PASSWORD: 'from-env-file' })
})

test('the real environment wins over a file, and --env-file is read instead of .env', (context) => {
  expect(read(context, dotEnv).password).toBe('from .env #1')
  expect(read(context, dotEnv, { env: { ADA_PASSWORD: 'real' } }).password).toBe('real')
  const both = { ...dotEnv, 'ci.env': "ADA_PASSWORD='of ci'" }
  expect(read(context, both, { envFile: 'ci.env' }).password).toBe('of ci')
  expect(() => read(context, { ...dotEnv, 'ci.env': '' }, { envFile: 'ci.env' })).toThrow(
    /accounts\.plain\.password: takes the environment variable ADA_PASSWORD, which is not set; set it, or put it into ci\.env, or/,
  )
})

test.for([
  [
    'a missing --env-file',
    {},
    'none.env',
    /^--env-file none\.env cannot be read \(ENOENT\); correct the path$/,
  ],
  ['a folder', { '.env/x': '' }, '.env', /^--env-file \.env cannot be read \(EISDIR\)/],
  [
    'one with what no variable can hold',
    { 'a.env': 'A=x\0' },
    'a.env',
    /^--env-file a\.env cannot be read \(it contains a NUL character\)/,
  ],
  [
    'a .env in another encoding',
    { 'sub/.env': Buffer.from([0xff, 0xfe]) },
    undefined,
    /^\.env next to .*\(not in UTF-8\); save it in that encoding$/,
  ],
] as const)('%s is a usage error', ([, files, envFile, message], context) => {
  const told = () => read(context, files, envFile === undefined ? {} : { envFile })
  expect(told).toThrow(UsageError)
  expect(told).toThrow(message)
})

test('no file is read for the bundled declaration', (context) => {
  const cwd = createFreshFolder(context, { '.env': 'ADA_PASSWORD=x' })
  expect(readDeclaration(undefined, { env: {}, cwd }).environment).toBeUndefined()
})
