import { expect, test } from 'vitest'
import { hearEvents, tellEvents, type CaseEvent } from './run-events.ts'

test('events come in the order in which they were told; of a wait, its begin and its end', async () => {
  const heard: CaseEvent[] = []
  const hearing = hearEvents('a run', (event) => heard.push(event))
  const tell = tellEvents('a run')
  tell.start('a.rule/one')
  for (const leftMs of [2500, 1500, 500, 0, 0]) tell.wait(leftMs)
  tell.verdict({ id: 'a.rule/one', verdict: 'pass', durationMs: 3, exchanges: 2 })
  tell.close()
  await hearing.close(60_000)
  expect(heard).toMatchObject([
    { event: 'start', case: 'a.rule/one' },
    { event: 'wait', leftSeconds: 3 },
    { event: 'wait', leftSeconds: 0 },
    { event: 'verdict', case: 'a.rule/one', verdict: 'pass', durationMs: 3, exchanges: 2 },
  ])
})

test('a worker that tells nothing more is not waited for', async () => {
  await hearEvents('another run', () => {}).close(1)
})
