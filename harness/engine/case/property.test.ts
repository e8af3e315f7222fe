import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Allowance } from '../../ledgers/allowance.ts'
import { createFailedLogins } from '../../ledgers/failed-logins.ts'
import { createKnownLists } from '../../facts/known-lists.ts'
import { BudgetSpent, LeftOut, SetupFailed, Skipped, Violation } from '../../outcomes.ts'
import { WireFailure, type Exchange, type WireRequest } from '../../wire/exchange.ts'
import { createSecrets } from '../../wire/shown/masking.ts'
import { createRecentSecrets } from '../../wire/shown/recent-secrets.ts'
import { runAsCase } from '../../run/current-case.ts'
import { notJudged, property, type ProbeApi } from './property.ts'
import type { Run } from '../../run/run.ts'
import { createTrace } from '../../run/trace.ts'

const lifted = { failedLogins: 0, failedLoginsPerAccount: 0 }

/** A run against a list that is open for every number below a thousand. */
function fakeRun({
  runs = 100,
  limits = lifted,
  ...rest
}: Partial<Run> & { limits?: typeof lifted } = {}): Run {
  const send = async (request: Exchange['request']): Promise<Exchange> => {
    const response = { status: 401, headers: [], body: new Uint8Array(), truncated: false }
    return { request, response, sentAt: 0, answeredAt: 1 }
  }
  return {
    declaration: { accounts: {}, limits: { concurrency: 4 } },
    signatureDates: { rises: false },
    cutOff: { answered: () => {} },
    wire: { origin: 'http://localhost', prefix: '', send },
    redirects: new Map(),
    support: { list: { 'users-v1': true, v1: true } },
    secrets: createSecrets(),
    recentSecrets: createRecentSecrets(),
    lists: createKnownLists(new Set()),
    failedLogins: createFailedLogins(limits),
    clock: { now: () => 0 },
    rateLimit: {
      isOpen: () => true,
      answered: () => false,
      underWay: <T>(sending: () => Promise<T>) => sending(),
    },
    seed: 5,
    runs,
    ...rest,
  } as unknown as Run
}

async function hold(
  run: Run,
  options = {},
  limit = 1000,
  onTry: (input: number) => void = () => {},
  allowance?: Allowance,
) {
  const trace = createTrace()
  const twins: number[] = []
  const judge = async (input: number, api: ProbeApi) => {
    await api.list('v1')
    onTry(input)
    return input >= limit ? new Violation('less than a thousand', `it was ${input}`) : undefined
  }
  const held = runAsCase({ run, trace, id: 'some.rule/a-case', allowance }, () =>
    property(fc.nat(), judge, {
      twin: async () => void twins.push(trace.unkept),
      recipe: (input) => `the number ${input}`,
      ...options,
    }),
  )
  const error = await held.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { trace, twins, error }
}

test('a failure carries seed, path, runs, shrinks and the recipe of the smallest input', async () => {
  const { trace, error, twins } = await hold(fakeRun())
  expect(error).toBeInstanceOf(Violation)
  expect((error as Violation).got).toBe('it was 1000')
  expect(trace.counterexample).toMatchObject({ recipe: 'the number 1000', seed: expect.any(Number) })
  expect(trace.counterexample?.path).toMatch(/^\d+(:\d+)*$/)
  expect(twins).toHaveLength(1)
})

test('the recipe is that of the try that failed, whatever is tried behind it', async () => {
  let last = NaN
  const { trace } = await hold(fakeRun(), { recipe: () => `then ${last}` }, 1000, (input) => (last = input))
  expect(last).not.toBe(1000)
  expect(trace.counterexample?.recipe).toBe('then 1000')
})

test('counts as one expectation and keeps the exchanges of the counterexample alone', async () => {
  const { trace } = await hold(fakeRun())
  expect(trace.expectations).toBe(1)
  expect(trace.exchanges).toHaveLength(1)
  expect(trace.unkept).toBeGreaterThan(1)
})

test('the timeline of a failure is that of its try', async () => {
  const { trace } = await hold(fakeRun())
  expect(trace.timeline.events()).toMatchObject([{ kind: 'refused', label: 'v1 list' }])
})

test('the counterexample is tried alone when it is replayed', async () => {
  const { trace } = await hold(fakeRun())
  const { seed, path } = trace.counterexample!
  const again = await hold(fakeRun({ replays: new Map([['some.rule/a-case', { seed, path }]]) }))
  expect(again.trace.unkept + again.trace.exchanges.length).toBe(1)
  expect(again.trace.counterexample).toMatchObject({ seed, path, recipe: 'the number 1000' })
})

test('another seed of the run tries other inputs', async () => {
  const one = await hold(fakeRun())
  const other = await hold(fakeRun({ seed: 6 }))
  expect(other.trace.counterexample?.seed).not.toBe(one.trace.counterexample?.seed)
})

test('a property that holds is between two accepted twins', async () => {
  const { error, twins } = await hold(fakeRun({ runs: 1 }))
  expect({ error, twins }).toEqual({ error: undefined, twins: [0, 1] })
})

test('a login rejected with 403 counts only if a valid one is accepted after it', async () => {
  const confirmed = async (status: number, twin: (asked: number) => void) => {
    const exchange = { response: { status } } as Exchange
    const spoil = () => {
      throw new Violation('a token', 'none', undefined, exchange)
    }
    let asked = 0
    const { error } = await hold(fakeRun(), { logsIn: true, twin: async () => twin(asked++) }, 1000, spoil)
    return await (error as Violation).confirm?.().catch((reason: unknown) => reason)
  }
  const fails = (error: Error) => (asked: number) => {
    // One passes the limit.
    if (asked > 1) throw error
  }
  const rejected = new SetupFailed('a valid login was rejected')
  expect(await confirmed(403, fails(rejected))).toBe(rejected)
  expect(await confirmed(401, fails(rejected))).toBeUndefined()
  expect(await confirmed(403, fails(new BudgetSpent('no failed logins left')))).toBeUndefined()
  expect(await confirmed(403, () => {})).toBeUndefined()
})

test('failed logins: runs within its share, and is skipped where there is none', async () => {
  const share = (left: number): Allowance => ({ left, by: 'properties', spent: () => new Skipped('limits') })
  const first = await hold(fakeRun(), { failsLogins: true }, Infinity, undefined, share(3))
  expect(first.trace.unkept).toBe(3)
  expect((await hold(fakeRun(), { failsLogins: true }, 1000, undefined, share(0))).error).toBeInstanceOf(
    Skipped,
  )
})

test('failed logins: it is skipped where others spend them in the meantime', async () => {
  const spend = () => {
    throw new BudgetSpent('the budget is spent')
  }
  const { error } = await hold(fakeRun(), { failsLogins: true }, 1000, spend)
  expect(error).toBeInstanceOf(Skipped)
})

test('no complete answer makes the case inconclusive, and the request without one is kept', async () => {
  const send = async (request: WireRequest) => {
    throw new WireFailure('cut', 'cut', request)
  }
  const run = fakeRun()
  const { error, trace } = await hold({
    ...run,
    wire: { ...run.wire, send },
    cutOff: { ...run.cutOff, note: () => {} },
  })
  expect(error).toBeInstanceOf(SetupFailed)
  expect(trace.exchanges).toMatchObject([{ failure: { kind: 'cut' } }])
})

test('a sequential run makes one try at a time', async () => {
  let [pending, most] = [0, 0]
  const run = fakeRun({ sequential: true, runs: 10 })
  const send = run.wire.send.bind(run.wire)
  run.wire.send = async (...sent) => {
    most = Math.max(most, ++pending)
    const answered = await send(...sent)
    await new Promise(setImmediate)
    pending--
    return answered
  }
  await hold(run)
  expect(most).toBe(1)
})

test.for([
  [0, false],
  [1, true],
] as const)('a property that could judge %i inputs passes: %s', async ([judged, passes]) => {
  let tried = 0
  const options = { twin: async () => {}, recipe: String }
  const held = runAsCase({ run: fakeRun(), trace: createTrace(), id: 'some.rule/a-case' }, () =>
    property(fc.nat(), async () => (++tried <= judged ? undefined : notJudged), options),
  )
  await (passes ? held : expect(held).rejects.toThrow(LeftOut))
  expect(tried).toBe(100)
})
