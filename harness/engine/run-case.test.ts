import { describe, expect, test } from 'vitest'
import { createTimeline } from '../clock/timeline.ts'
import { NotDeclared, NotSupported, SetupFailed, Violation } from '../verdicts/outcomes.ts'
import { createSecrets } from '../wire/masking.ts'
import { currentCase } from './current-case.ts'
import type { Case } from './registry.ts'
import { runCase } from './run-case.ts'
import type { Run } from './run.ts'
import type { CaseBody } from './tools.ts'

/** A run in which only what `runCase` itself needs is there. */
function createBareRun(): Run {
  const secrets = createSecrets()
  secrets.add('a-password-of-hers', 'password of ada')
  let nowMs = 0
  let subjectMs = 0
  const timeline = createTimeline(
    {
      now: () => subjectMs,
      advance: async (seconds) => void (subjectMs += seconds * 1000),
    } as Run['clock'],
    () => new Promise(() => {}),
  )
  const declaration = { accounts: {}, privateTokens: {}, accessKeys: undefined, session: undefined }
  return { secrets, timeline, declaration, monotonic: () => (nowMs += 5) } as unknown as Run
}

const run = (body: CaseBody, run = createBareRun()) => {
  const subject: Case = {
    id: 'login.json/a',
    requirement: 'login.json',
    title: 'a',
    needs: [],
    phase: 'plain',
    body,
  }
  return runCase(run, subject)
}

const looked = () => void currentCase().trace.expectations++

describe('a case ends as', () => {
  test('pass, where it looked at something and its controls were rejected', async () => {
    const controls: string[] = []
    const result = await run(async () => {
      looked()
      currentCase().trace.controls.set('list', async () => void controls.push('list'))
    })
    expect(result).toMatchObject({ verdict: 'pass', message: '', durationMs: 5, transcript: [] })
    expect(controls).toEqual(['list'])
  })

  test('error, where it looked at nothing', async () => {
    const result = await run(async () => {})
    expect(result).toMatchObject({
      verdict: 'error',
      message: expect.stringContaining('evaluated no expectation'),
    })
  })

  test('inconclusive, where a control was accepted', async () => {
    const result = await run(async () => {
      looked()
      currentCase().trace.controls.set('list', () =>
        Promise.reject(new SetupFailed('the list is open to everyone')),
      )
    })
    expect(result).toMatchObject({ verdict: 'inconclusive', message: 'the list is open to everyone' })
  })

  test.for<[thrown: unknown, result: object]>([
    [
      new Violation('a token', '500', 'ada'),
      { verdict: 'fail', wanted: 'a token', got: '500', ifMayList: 'ada' },
    ],
    [new SetupFailed('locked'), { verdict: 'inconclusive', message: 'locked', wanted: null, got: null }],
    [new NotDeclared('clock'), { verdict: 'untested', message: 'declare clock', missing: 'clock' }],
    [new NotSupported('no second factor'), { verdict: 'not-applicable', message: 'no second factor' }],
    [
      new TypeError('x is undefined'),
      { verdict: 'error', message: expect.stringContaining('x is undefined') },
    ],
    ['a string', { verdict: 'error', message: 'a string' }],
  ])('%s', async ([thrown, wanted]) => {
    expect(await run(() => Promise.reject(thrown))).toMatchObject(wanted)
  })

  test('untested, where it asks for what is not declared', async () => {
    const result = await run(async ({ account }) => void account)
    expect(result).toMatchObject({ verdict: 'untested', missing: 'accounts.plain' })
  })
})

test('a case that ends keeps nobody waiting', async () => {
  const bare = createBareRun()
  const other = await bare.timeline.join()
  await run(() => Promise.reject(new SetupFailed('x')), bare)
  await other.until(5_000)
})
