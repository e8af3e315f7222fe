import type { RunSummary } from '../../verdicts/results.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { nothing } from '../carry-out.ts'
import { askSoFar, tellSoFar } from './so-far-channel.ts'

const longMs = 60_000

test('a run in progress reports its progress each time it is asked', async ({ onTestFinished }) => {
  const name = randomUUID()
  let exchanges = 1
  const telling = tellSoFar(name, () => ({ ...nothing, exchanges: exchanges++ }))
  onTestFinished(() => telling.close())

  expect(await askSoFar(name, longMs)).toEqual({ ...nothing, exchanges: 1 })
  expect(await askSoFar(name, longMs)).toMatchObject({ exchanges: 2 })
})

test('one that begins only now hears a later question', async ({ onTestFinished }) => {
  const name = randomUUID()
  const asked = askSoFar(name, longMs)
  await new Promise((resolve) => setTimeout(resolve, 1))
  const telling = tellSoFar(name, () => nothing)
  onTestFinished(() => telling.close())

  expect(await asked).toEqual(nothing)
})

test.for<[what: string, answer: (() => RunSummary | undefined) | undefined, waitMs: number]>([
  ['nobody answers', undefined, 1],
  ['the run has not begun', () => undefined, longMs],
])('where %s nothing is known', async ([, answer, waitMs], { onTestFinished }) => {
  const name = randomUUID()
  const telling = answer && tellSoFar(name, answer)
  onTestFinished(() => telling?.close())

  expect(await askSoFar(name, waitMs)).toBeUndefined()
})
