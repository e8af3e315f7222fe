import { expect, test } from 'vitest'
import { createLimit } from './testing/create-limit.ts'

test('a Retry-After of any length is jumped over, and the note says so', async () => {
  const { pass, refuse, answer, waits, jumps, notes } = createLimit({ movable: true })
  for (const seconds of ['5', '600']) {
    refuse(seconds)
    await pass()
    answer(200)
  }
  expect([waits, jumps]).toEqual([[], [5_000, 600_000]])
  expect(notes()).toEqual(['moved the clock by 605 s for Retry-After, in 2 jumps'])
})

test('many that wait at the same time make one jump', async () => {
  const { pass, refuse, jumps, notes } = createLimit({ movable: true })
  refuse('600')
  await Promise.all([pass(), pass(), pass()])
  expect(jumps).toEqual([600_000])
  expect(notes()).toEqual(['moved the clock by 600 s for Retry-After, in 1 jump'])
})

test('a limit that does not move with it is waited for', async () => {
  const { pass, refuse, answer, waits, jumps } = createLimit({ movable: true })
  refuse('20')
  await pass()
  refuse('20')
  await pass()
  answer(200)
  refuse('30')
  await pass()
  expect([jumps, waits]).toEqual([[20_000], [20_000, 30_000]])
})

test('so is one of logins alone, whatever else has room', async () => {
  const { pass, refuseLogin, answer, waits, jumps } = createLimit({ movable: true })
  for (let count = 0; count < 4; count++) {
    refuseLogin('20')
    answer(200)
  }
  await pass()
  for (let count = 0; count < 60; count++) answer(200)
  refuseLogin('20')
  answer(200)
  await pass()
  expect([jumps, waits]).toEqual([[20_000], [20_000]])
})

test('a limit of logins that had room for one after the jump moves with it', async () => {
  const { pass, refuseLogin, answer, waits, jumps } = createLimit({ movable: true })
  for (let count = 0; count < 4; count++) {
    refuseLogin('20')
    answer(200)
  }
  await pass()
  answer(401, [], 'POST')
  refuseLogin('20')
  await pass()
  expect([jumps, waits]).toEqual([[20_000, 20_000], []])
})

test('a shorter one does not cancel a longer one, until that was jumped over', async () => {
  const { pass, refuse, answer, jumps } = createLimit({ movable: true })
  refuse('600')
  refuse('5')
  await pass()
  for (let count = 0; count < 50; count++) answer(200)
  refuse('7')
  await pass()
  expect(jumps).toEqual([600_000, 7_000])
})

test('once jumps do not help, nothing that was jumped over is waited for', async () => {
  const { pass, refuse, answer, waits } = createLimit({ movable: true })
  refuse('600')
  await pass()
  for (let count = 0; count < 50; count++) answer(200)
  refuse('20')
  await pass()
  refuse('19')
  await pass()
  expect(waits).toEqual([19_000])
})

test('a limit that had room for any request after the jump moves with it', async () => {
  const { pass, refuse, answer, underWay, waits, jumps } = createLimit({ movable: true })
  refuse('20')
  await pass()
  let admit = () => {}
  const slow = underWay(async () => {
    await new Promise<void>((resolve) => (admit = resolve))
    answer(200)
  })
  refuse('20')
  const passed = pass()
  admit()
  await Promise.all([slow, passed])
  expect([jumps, waits]).toEqual([[20_000, 20_000], []])
})

test('if few had room after a jump, the next one goes as far as the longest', async () => {
  const { pass, refuse, answer, jumps } = createLimit({ movable: true })
  refuse('50')
  await pass()
  for (const [had, asked] of [
    [1, '2'],
    [50, '3'],
  ] as const) {
    for (let count = 0; count < had; count++) answer(200)
    refuse(asked)
    await pass()
  }
  expect(jumps).toEqual([50_000, 50_000, 3_000])
})

test('an answer to a request from before the jump says nothing of it', async () => {
  const { pass, refuse, answer, elapse, waits, jumps } = createLimit({ movable: true })
  refuse('20')
  await pass()
  elapse(5)
  refuse('20', 10)
  await pass()
  answer(200)
  expect([jumps, waits]).toEqual([[20_000, 20_000], []])
})

test('the clock is not moved further than it may be', async () => {
  const { pass, refuse, waits, jumps } = createLimit({ movable: true, leftSeconds: 40 })
  refuse('50')
  await pass()
  expect([jumps, waits]).toEqual([[], [50_000]])
})
