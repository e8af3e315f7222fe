import { expect, test, type TestContext } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclaration } from '../declaration/declaration.ts'
import { replicate } from './replicate.ts'

function read(context: TestContext, yaml: string) {
  const cwd = createFreshFolder(context)
  writeFileSync(join(cwd, 'conformance.yaml'), yaml)
  return readDeclaration(undefined, { cwd, env: {}, makeTmp: () => '/tmp/first' })
}

test('each server has its own folder for {tmp}', (context) => {
  const declaration = read(context, 'start: { command: "serve --data {tmp}/data" }\nreplicas: 3')
  let made = 0
  const all = replicate(declaration, 3, () => `/tmp/other-${++made}`)
  expect(all.map(({ tmp, start }) => [tmp, start?.command])).toEqual([
    ['/tmp/first', 'serve --data /tmp/first/data'],
    ['/tmp/other-1', 'serve --data /tmp/other-1/data'],
    ['/tmp/other-2', 'serve --data /tmp/other-2/data'],
  ])
})

test.for([
  ['replicas: 2\nbaseUrl: http://h', 'replicas: needs start or container, which starts each of them'],
  ['replicas: 0\nstart: { command: serve }', 'replicas: '],
  [
    'replicas: 2\nstart: { command: serve }\nbaseUrl: http://h',
    "baseUrl: can't be combined with replicas: all replicas would share it; remove it",
  ],
  [
    'replicas: 2\nstart: { command: serve }\nclock: { kind: control, url: http://h }',
    "clock.url: can't be combined with replicas",
  ],
  [
    'replicas: 2\nstart: { command: serve }\nclock: { kind: command, advance: "move {seconds}" }',
    "clock.advance: can't be combined with replicas: all replicas would share it; tell the servers apart by {tmp}",
  ],
  [
    'replicas: 2\nstart: { command: serve }\nprivateTokens: { operator: { create: "make {username}" } }',
    "privateTokens.operator.create: can't be combined with replicas",
  ],
])('%s', ([yaml = '', message = ''], context) => expect(() => read(context, yaml)).toThrow(message))

test('with --base-url nothing is started, and there is one server', (context) => {
  const cwd = createFreshFolder(context)
  writeFileSync(join(cwd, 'conformance.yaml'), 'replicas: 3\nstart: { command: serve }')
  expect(readDeclaration(undefined, { cwd, env: {}, baseUrl: 'http://h' }).replicas).toBe(1)
})
