import { expect, test } from 'vitest'
import { carryOut } from './steps.ts'

test('a run that can not be carried out is a finding', async () => {
  const found = { kind: 'null server', name: 'mute', durationMs: 0, mismatches: [] }
  const task = { group: 'null-servers', name: 'mute', run: () => Promise.resolve(found) }
  const step = { tasks: [task], waits: true }

  const judged = { findings: [found], split: [] }
  expect(await carryOut({ ...step, run: () => Promise.resolve(judged) })).toEqual(judged)

  const run = () => Promise.reject(new Error('it printed nothing'))
  const fault = { ...found, kind: 'null-servers', fault: 'it printed nothing' }
  expect(await carryOut({ ...step, run })).toEqual({ findings: [fault], split: [] })
})
