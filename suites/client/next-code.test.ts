import { expect, onTestFinished, test } from 'vitest'
import type { StartAdapter } from '../../harness/client-judge/adapter.ts'
import { playScenario } from '../../harness/client-judge/play-scenario.ts'
import { createBench } from './play-client.ts'
import { inProcess } from './proof/in-process.ts'
import { createOwnTime } from './proof/own-time.ts'
import { scenarios } from './scenarios/index.ts'

test.each([
  ['plain-mfa', [0, 31_000, 31_000]],
  ['plain-token', [0, 0, 0]],
])('in %s, a client that has sent a code may wait for the next one', async (name, wanted) => {
  const bench = createBench(7, 1, createOwnTime)
  onTestFinished(() => bench.stop())
  const longer: number[] = []
  const startAdapter: StartAdapter = (env, time) => {
    const adapter = inProcess()(env, time)
    const ask: typeof adapter.ask = async (operation, longerMs = 0) => {
      if (operation.op === 'list') longer.push(longerMs)
      return await adapter.ask(operation)
    }
    return { ...adapter, ask }
  }
  const scenario = scenarios.find((one) => one.name === name)
  if (scenario === undefined) throw new Error(`no scenario ${name}`)
  const families = { 'users-v1': true, v1: true }
  await playScenario(scenario, { ...bench, startAdapter, seed: 7, time: createOwnTime(), families })
  expect(longer).toEqual(wanted)
})
