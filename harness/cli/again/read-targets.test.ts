import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { readTargets } from './read-targets.ts'

const fileWith = (text: string) =>
  join(createFreshFolder({ onTestFinished }, { 'two.yaml': text }), 'two.yaml')

test('a declaration is looked for beside the list', () => {
  const file = fileWith('- { name: a, baseUrl: "http://a.example" }\n- { name: b, config: sub/b.yaml }')
  expect(readTargets(file)).toEqual([
    { name: 'a', baseUrl: 'http://a.example' },
    { name: 'b', config: file.replace('two.yaml', 'sub/b.yaml') },
  ])
})

test.each([
  ['no list', 'name: a', 'must be a list of servers'],
  ['an empty list', '[]', 'must be a list of servers'],
  ['no YAML', '- { name: a', 'two.yaml:1: is neither YAML nor JSON here'],
  ['an address alone', '- http://a.example', '[0]: must have name, and baseUrl or config'],
  ['no name', '- { baseUrl: "http://a.example" }', '[0].name: must be text'],
  ['a name that leaves the folder', '- { name: ../a, config: a.yaml }', '[0].name: may contain only letters'],
  ['no server', '- { name: a }', '[0]: needs baseUrl, config, or both'],
  [
    'an unknown field',
    '- { name: a, baseURL: "http://a.example" }',
    '[0].baseURL: unknown field; did you mean baseUrl?',
  ],
  ['a name twice', '- { name: a, config: x }\n- { name: A, config: y }', '[1].name: "A" appears twice'],
])('%s is a usage error', (_name, text, message) => {
  expect(() => readTargets(fileWith(text))).toThrow(message)
})

test('all problems are named at once', () => {
  const read = () => readTargets(fileWith('- { name: a, url: x }\n- { config: x }'))
  expect(read).toThrow(/\[0\]\.url: unknown field[^]*\n.*\[1\]\.name: must be text/)
})

test('a file that is not there is a usage error', () => {
  expect(() => readTargets('none.yaml')).toThrow("--targets none.yaml can't be read: there is no such file")
})

test.skipIf(!existsSync('/dev/zero'))('a file without an end is a usage error', () => {
  expect(() => readTargets('/dev/zero')).toThrow("--targets /dev/zero can't be read: it is larger than 1 MiB")
})

test('a folder is a usage error that asks for a file', () => {
  expect(() => readTargets(createFreshFolder({ onTestFinished }))).toThrow(
    "can't be read: it is a folder; name a file in it",
  )
})
