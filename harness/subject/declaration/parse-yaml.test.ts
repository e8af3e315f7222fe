import { expect, test } from 'vitest'
import { parseYaml } from './parse-yaml.ts'

const times = (count: number, open: string, end = '') => open.repeat(count) + end.repeat(count)

test.each([
  ['JSON', times(5_000, '[', ']'), 1],
  ['mappings in braces', times(5_000, '{a: ', '}'), 1],
  ['a list in a line', `a:\n${times(5_000, '- ')}`, 2],
  ['keys of keys', times(5_000, '? '), 1],
])('%s that is nested 5,000 levels deep is rejected before it is composed', (_name, text, line) => {
  expect(() => parseYaml(text, 'file')).toThrow(`file:${line}: is nested more than 100 levels deep here`)
})

test('fifty levels are read', () => {
  const text = times(50, '[', ']')
  expect(JSON.stringify(parseYaml(text, 'file').value)).toBe(text)
})

test.each([
  ['- *none', 'file: cannot be read: a value that begins with * is taken for an alias; put it in quotes'],
  ['- &a [*a]', 'file: cannot be read: an alias (*) is inside its own anchor (&)'],
  ['- a\n---\n- b', 'file:2: starts a second document here; remove the line ---'],
  ['- a\n- { secret', 'file:2: is neither YAML nor JSON here: '],
])('%j is rejected', (text, message) => {
  expect(() => parseYaml(text, 'file')).toThrow(message)
})
