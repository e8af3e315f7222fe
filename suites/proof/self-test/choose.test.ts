import { expect, test } from 'vitest'
import { choose } from './choose.ts'
import type { Task } from './tasks.ts'

const task = (group: string, name: string, more: Partial<Task> = {}): Task => ({
  group,
  name,
  ...more,
  run: () => Promise.reject(new Error('is not run here')),
})
const tasks = [
  task('unchanged', 'unchanged'),
  task('defects', 'seed-not-spent'),
  task('variations', 'path-prefix'),
  task('limits', 'path-prefix with default limits', { onDemand: true }),
]
const chosen = (...only: string[]) => choose(tasks, only).map(({ name }) => name)

test('a name or a group chooses, beside the clean run; without one, all that do not run on demand', () => {
  expect(chosen('path-prefix')).toEqual(['unchanged', 'path-prefix'])
  expect(chosen('limits')).toEqual(['unchanged', 'path-prefix with default limits'])
  expect(chosen()).toEqual(['unchanged', 'seed-not-spent', 'path-prefix'])
})

test('a word that matches nothing: the message says where the names are, and lists the groups', () => {
  expect(() => chosen('frobnicate')).toThrow(
    'self-test --only: there is no "frobnicate". "reference-server list" shows the defects and variations; ' +
      'the groups are unchanged, defects, variations, limits.',
  )
  expect(() => chosen('defetcs')).toThrow('there is no "defetcs"; did you mean defects? ')
})
