import { expect, test } from 'vitest'
import { AskedToWait, SetupFailed, Violation } from '../outcomes.ts'
import { atOnce, inSequence, together } from './at-once.ts'

/** Does the work for three, of which each has to wait for the next turn of the event loop; returns what happened. */
async function happened({ rises = false, sequential = false }, failing: readonly number[] = []) {
  const log: string[] = []
  const run = { signatureDates: { rises }, sequential } as Parameters<typeof atOnce>[0]
  const work = async (one: number) => {
    log.push(`begins ${one}`)
    await new Promise((resolve) => setImmediate(resolve))
    log.push(`ends ${one}`)
    if (failing.includes(one)) throw new Error(`failed ${one}`)
    return one * 10
  }
  const ended = await atOnce(run, [1, 2, 3], work).catch((error: unknown) => (error as Error).message)
  return { log: log.join(', '), ended }
}

test('all begin at the same moment, and results are in order', async () => {
  expect(await happened({})).toEqual({
    log: 'begins 1, begins 2, begins 3, ends 1, ends 2, ends 3',
    ended: [10, 20, 30],
  })
})

test.each([{ rises: true }, { sequential: true }])('with $0, one follows another', async (run) => {
  const { log, ended } = await happened(run)
  expect(log).toBe('begins 1, ends 1, begins 2, ends 2, begins 3, ends 3')
  expect(ended).toEqual([10, 20, 30])
})

test('the first error is thrown once all have ended', async () => {
  const { log, ended } = await happened({}, [2, 3])
  expect(log).toMatch(/ends 3$/)
  expect(ended).toBe('failed 2')
})

test('a violation counts, whatever else went wrong at that moment', async () => {
  const failed = (error: Error) => Promise.reject<never>(error)
  const all = [
    failed(new SetupFailed('no answer')),
    failed(new Violation('a rejection', 'a list')),
    failed(new Error()),
  ]
  await expect(together(all)).rejects.toThrow('expected a rejection, but a list')
})

test('one after another, a failed step hides no violation behind it, but few may fail', async () => {
  const run = { signatureDates: { rises: false }, sequential: true } as Parameters<typeof atOnce>[0]
  const begun: Error[] = []
  const [failed, found] = [new SetupFailed('no answer'), new Violation('a rejection', 'a list')]
  const work = (error: Error) => {
    begun.push(error)
    return Promise.reject<never>(error)
  }
  await expect(atOnce(run, [failed, found, failed], work)).rejects.toBe(found)
  expect(begun.splice(0)).toEqual([failed, found])
  await expect(atOnce(run, [failed, failed, failed, found], work)).rejects.toBe(failed)
  expect(begun.splice(0)).toHaveLength(3)
  await expect(atOnce(run, [new AskedToWait('later'), found], work)).rejects.toThrow('later')
})

test('a run is sequential for as long as the work lasts, even if that fails', async () => {
  const run = { sequential: false }
  await expect(inSequence(run, () => Promise.reject(new Error(String(run.sequential))))).rejects.toThrow(
    'true',
  )
  expect(run.sequential).toBe(false)
})
