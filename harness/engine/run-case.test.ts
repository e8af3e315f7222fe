import { describe, expect, test } from 'vitest'
import { createTimeline } from '../clock/timeline.ts'
import { LeftOut, NotDeclared, NotSupported, SetupFailed, Violation } from '../outcomes.ts'
import type { Exchange } from '../wire/exchange.ts'
import { createSecrets } from '../wire/shown/masking.ts'
import { currentCase, idOfCase, isFirst } from '../run/current-case.ts'
import type { Case } from './case/registry.ts'
import { runCase } from './run-case.ts'
import type { Run } from '../run/run.ts'
import type { CaseBody } from './case/tools.ts'
import { addExchange } from '../run/trace.ts'

/** A run that has only what `runCase` itself needs. */
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
  const clock = { kind: 'control', aheadSeconds: 0 }
  return {
    secrets,
    timeline,
    clock,
    declaration,
    failedLogins: { limited: false },
    signatureDates: { rises: false },
    monotonic: () => (nowMs += 5),
  } as unknown as Run
}

const run = (body: CaseBody, run = createBareRun(), needs: Case['needs'] = []) => {
  const subject: Case = {
    id: 'login.json/a',
    requirement: 'login.json',
    title: 'a',
    needs,
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

  test('untested, where a need is not declared that its body does not look at', async () => {
    const result = await run(async () => looked(), createBareRun(), ['account'])
    expect(result).toMatchObject({ verdict: 'untested', missing: 'accounts.plain' })
  })
})

test('what is left out without a reason of its own says so, and gives the report none', async () => {
  const result = await run(() => Promise.reject(new LeftOut('')))
  expect(result).toMatchObject({
    verdict: 'untested',
    message: 'nothing tried in this run got as far as the rule',
    leftOut: '',
  })
})

test.for([
  [true, ['session']],
  [false, ['account']],
] as const)('its requests come first: %s for a case that needs %j', async ([isWanted, needs]) => {
  let seen: boolean | undefined
  const bare = createBareRun()
  const ada = { username: 'ada', password: 'a-password-of-hers' }
  const declared = {
    declaration: { ...bare.declaration, accounts: { plain: ada }, session: { command: 'cookie' } },
    failedLogins: { limited: false, wasAccepted: () => true },
  }
  await run(async () => void (seen = isFirst()), { ...bare, ...declared } as unknown as Run, needs)
  expect(seen).toBe(isWanted)
})

test.for([
  [false, ['first begins', 'second begins', 'first ends', 'second ends']],
  [true, ['first begins', 'first ends', 'second begins', 'second ends']],
] as const)('controls of a run that is sequential: %s', async ([sequential, wanted]) => {
  const said: string[] = []
  await run(
    async () => {
      looked()
      for (const name of ['first', 'second'])
        currentCase().trace.controls.set(name, async () => {
          said.push(`${name} begins`)
          await Promise.resolve()
          said.push(`${name} ends`)
        })
    },
    { ...createBareRun(), sequential },
  )
  expect(said).toEqual(wanted)
})

test('a case that ends keeps nobody waiting', async () => {
  const bare = createBareRun()
  const other = await bare.timeline.join()
  await run(() => Promise.reject(new SetupFailed('x')), bare)
  await other.until(5_000)
})

test('the exchange whose answer failed the case is marked, whatever came behind it', async () => {
  const bare = { ...createBareRun(), wire: { origin: 'http://127.0.0.1:1' } } as unknown as Run
  const answered = (target: string): Exchange => ({
    request: { method: 'GET', target, headers: [] },
    response: { status: 200, headers: [], body: new Uint8Array(), truncated: false },
    sentAt: 0,
    answeredAt: 1,
  })
  const failing = answered('/two')
  const result = await run(async () => {
    looked()
    const { trace } = currentCase()
    for (const one of [answered('/one'), failing, answered('/three')]) addExchange(trace, 'judged', one)
    throw new Violation('a rejection', 'a token came', undefined, failing)
  }, bare)
  expect(result.transcript.map(({ violates }) => violates)).toEqual([undefined, true, undefined])
})

test('the last look at a violation belongs to the case', async () => {
  let by: string | undefined
  await run(async () => {
    const found = new Violation('a token', 'none')
    found.confirm = async () => void (by = idOfCase())
    throw found
  })
  expect(by).toBe('login.json/a')
})
