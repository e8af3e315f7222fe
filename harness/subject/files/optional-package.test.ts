import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installCommand, loadOptional } from './optional-package.ts'
import { packageFolder } from './package-folder.ts'
import { UsageError } from '../subject-error.ts'

const notFound = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /suite/container.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
const loading = (error: Error) =>
  loadOptional('container', ['testcontainers'], () => Promise.reject(error)).catch(
    (thrown: unknown) => thrown,
  )

test('what is installed is loaded', async () => {
  expect(await loadOptional('path', ['node:path'], () => import('node:path'))).toHaveProperty('join')
})

test('a missing package is a usage error with the command that installs it', async () => {
  const error = await loading(notFound('testcontainers'))
  expect(error).toBeInstanceOf(UsageError)
  expect((error as Error).message).toMatch(/^container: needs .*\n {2}.* testcontainers@\d+\.\d+\.\d+$/)
})

test.for([
  ['one that the package itself does not find', notFound('testcontainers-core')],
  ['a package that fails on loading', new Error('half an update')],
])('another error stays what it is: %s', async ([, error]) => {
  expect(await loading(error as Error)).toBe(error)
})

test.for([
  ['npm', '/project/node_modules/auth-api-conformance', 'npm install --save-dev a@1 b@2'],
  [
    'npx',
    '/home/.npm/_npx/1f/node_modules/auth-api-conformance',
    'npx -p auth-api-conformance -p a@1 -p b@2 conformance',
  ],
  [
    'pnpm',
    '/project/node_modules/.pnpm/auth-api-conformance@1.0.0/node_modules/auth-api-conformance',
    'pnpm add --save-dev a@1 b@2',
  ],
  ['npm install --global', '/usr/lib/node_modules/auth-api-conformance', 'npm install --global a@1 b@2'],
] as const)('installed with %s, the command is one that puts them beside', ([, folder, command]) => {
  expect(installCommand(['a@1', 'b@2'], folder, 'npm/11.0.0 node/v22.0.0')).toBe(command)
})

test('Yarn is known by what it says of itself', () => {
  const folder = '/project/node_modules/auth-api-conformance'
  expect(installCommand(['a@1'], folder, 'yarn/1.22.22 npm/? node/v22.0.0')).toBe('yarn add --dev a@1')
})

test('each optional peer has an exact version among the development dependencies, within its range', () => {
  const { peerDependencies, peerDependenciesMeta, devDependencies, dependencies } = JSON.parse(
    readFileSync(join(packageFolder(), 'package.json'), 'utf8'),
  ) as Record<'peerDependencies' | 'devDependencies' | 'dependencies', Record<string, string>> & {
    peerDependenciesMeta: Record<string, { optional: boolean }>
  }
  for (const name of Object.keys(peerDependencies)) {
    expect(peerDependenciesMeta[name]).toEqual({ optional: true })
    expect(devDependencies[name]).toMatch(/^\d+\.\d+\.\d+$/)
    expect(dependencies).not.toHaveProperty([name])
    const majors = [...peerDependencies[name]!.matchAll(/\d+/g)].map(Number)
    expect(majors).toContain(parseInt(devDependencies[name]!, 10))
  }
})

test.for([
  ['docs/guides/container.md', ['testcontainers']],
  ['docs/report-formats.md', ['@allurereport/core', '@allurereport/plugin-awesome']],
] as const)('%s shows the command that the message shows', async ([page, packages]) => {
  const missing = loadOptional('this', packages, () => Promise.reject(notFound(packages[0])))
  const { message } = (await missing.catch((error: unknown) => error)) as Error
  const command = message.split('\n').at(-1)!.trim()
  expect(command).toMatch(/^npm install --save-dev /)
  expect(readFileSync(join(packageFolder(), page), 'utf8')).toContain(command)
})
